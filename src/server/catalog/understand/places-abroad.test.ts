import { expect, test } from 'vitest'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { plainWords, townKey } from '#server/catalog/gazetteer/town-key.ts'
import { isNameAbroad } from './places-abroad.ts'
import { resolveLocation } from './resolve-location.ts'

const gazetteer = await loadGazetteer()
const answerTo = (typed: string) => resolveLocation(gazetteer, typed)

test.each([
  // The name of a city abroad is no typo of a town here.
  ['Puebla', ['Pueblo, CO']],
  ['Santa Marta', ['Santa Maria, CA']],
  ['São José', ['San Jose, CA']],
  ['Haarlem', ['Harlem, NY']],
  ['Colombia', ['Columbia, SC', 'Colonia, NJ']],
  // A place abroad follows a comma.
  ['Fontana, Ontario', ['Ontario, CA']],
  ['New York, Jamaica', ['Jamaica, NY']],
  // No town near by is guessed, either.
  ['Sutton, London', []],
  ['Versailles, Paris', []],
  ['Turin, Rome', []],
  ['Houston, Paris', []],
  ['Aurora, Toronto', []],
  ['Chester, Yorkshire', []],
  ['Toledo, Spain', []],
  ['Calgary, AB', []],
  ['Marysville London', []],
])('"%s" is abroad, so what is known here is only suggested', (typed, suggestions) => {
  const found = answerTo(typed)
  expect(found.kind).toBe('unknown')
  expect(found.kind === 'unknown' && suggestions.every(each => found.suggestions.includes(each))).toBe(true)
})

test.each([
  ['Paris, TX', 'Paris, TX'],
  ['Moscow ID', 'Moscow, ID'],
  ['Manchester, NH', 'Manchester, NH'],
  ['Birmingham', 'Birmingham, AL'],
  ['Cambridge, MA', 'Cambridge, MA'],
  ['Vancouver', 'Vancouver, WA'],
  ['Panama City', 'Panama City, FL'],
  ['Puebla, CO', 'Pueblo, CO'],
  ['St Louis', 'St. Louis, MO'],
  ['Bergen', 'Bergen County, NJ'],
  ['Worthington, Dublin', 'Dublin, OH'],
  ['Palm Bay, Melbourne', 'Palm Bay, FL'],
  ['Little Havana', 'Little Havana, Miami, FL'],
])('"%s" is %s, although a place abroad has the name', (typed, label) => {
  expect(answerTo(typed)).toMatchObject({ label })
})

test('every town here with the name of a large city abroad is still found with its state', () => {
  const same = gazetteer.towns.filter(({ name }) => gazetteer.citiesAbroad.has(townKey(name)))
  const others = same.flatMap(({ name, state }) => {
    const typed = `${name}, ${state}`
    const found = answerTo(typed)
    const labels =
      found.kind === 'ambiguous' ? found.choices.map(({ label }) => label) : ['label' in found && found.label]
    return labels.includes(typed) ? [] : labels
  })
  expect(same.length).toBeGreaterThan(1500)
  // The same place: it is a part of Los Angeles.
  expect(others).toEqual(['Venice, Los Angeles, CA'])
})

test('"Kent" is asked about, because it is a town in Washington and short for Kentucky', () => {
  const found = answerTo('Kent')
  const labels = found.kind === 'ambiguous' ? found.choices.map(({ label }) => label) : []
  expect(labels.slice(0, 3)).toEqual(['Kent, WA', 'Kentucky (the state)', 'Kent, OH'])
})

test('"Ohio State" may be the university or the state, and each choice is understood when it is sent back', () => {
  const found = answerTo('near Ohio State')
  const choices = found.kind === 'ambiguous' ? found.choices : []
  expect(choices.map(({ label }) => label)).toEqual(['Columbus, OH', 'Ohio (the state)'])
  expect(choices.map(({ location }) => answerTo(location).kind)).toEqual(['point', 'state'])
  expect(answerTo('Washington state').kind).toBe('state')
})

test('a state is sent back in words that mean no university', () => {
  const found = answerTo('Kent')
  const state = found.kind === 'ambiguous' ? found.choices[1] : undefined
  expect(state).toEqual({ label: 'Kentucky (the state)', location: 'state of Kentucky' })
  expect(answerTo('state of Kentucky')).toMatchObject({ kind: 'state', label: 'Kentucky' })
})

test('"Derby" is one of several towns, and "Derby City" is Louisville', () => {
  expect(answerTo('Derby').kind).toBe('ambiguous')
  expect(answerTo('Derby City')).toMatchObject({ label: 'Louisville, KY' })
})

test.each([
  ['Europe', true],
  ['South America', true],
  ['Ivory Coast', true],
  ['Macao', true],
  ['NB', true],
  ['Elsewhere', false],
])('%s is a place abroad: %s', (name, isAbroad) => {
  expect(isNameAbroad(gazetteer, plainWords(name))).toBe(isAbroad)
})
