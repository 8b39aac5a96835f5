import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, entriesOf } from '../list-file.ts'
import { phraseOf } from '../text.ts'
import { isGenericCategory } from './generic-categories.ts'
import { readCategory } from './read-category.ts'
import { isWord } from './spelling.ts'
import { allKinds, describedKinds, phrasesBeginningWith, vocabularyWords } from './vocabulary.ts'

const certain = (typed: string) => {
  const reading = readCategory(typed)
  return reading.is === 'certain' ? reading.kinds.map(({ label }) => label).join(' and ') : reading.is
}
const choices = (typed: string) => {
  const reading = readCategory(typed)
  return reading.is === 'unsure' ? reading.choices.map(({ label }) => label) : []
}

test('if choices are not wanted, words that are not certain are a name', () => {
  expect(readCategory('plumers', { isAsked: false }).is).toBe('certain')
  expect(readCategory('contractors for doors', { isAsked: false })).toEqual({ is: 'name' })
  expect(readCategory('contractors for doors').is).toBe('unsure')
})

describe('words that are the name of one kind are certain', () => {
  test.each([
    ['Plumbers', 'Plumbers'],
    ['we-buy-homes', 'We Buy Homes'],
    [' WE  BUY homes! ', 'We Buy Homes'],
    // Fillers, and words for the form of a business.
    ['best local plumbers near me', 'Plumbers'],
    ['commercial roofing contractors', 'Roofers'],
    ['shoe repair shops', 'Shoe Repair'],
    ['restaurant supply stores', 'Restaurant Equipment'],
    ['massage center', 'Massage'],
    ['gym owners', 'Gyms'],
    // Another order, other forms of the words, and other words for the same.
    ['repair of shoes', 'Shoe Repair'],
    ['divorce attorneys', 'Divorce & Family Lawyers'],
    ['doughnut shops', 'Donuts'],
    ['BBQ restaurants', 'Barbecue'],
    ['barbeque restaurant', 'Barbecue'],
    ['bail bondsmen', 'Bail Bonds'],
    ['flat bread', 'Flatbread'],
    // Spanish.
    ['plomero', 'Plumbers'],
    ['peluquería', 'Hair Salons'],
    // Several kinds.
    ['plumbers and electricians', 'Plumbers and Electricians'],
    ['bars / coffee shops', 'Bars and Coffee Shops'],
  ])('%j means %s', (typed, labels) => {
    expect(certain(typed)).toBe(labels)
  })

  test.each([
    ['painters', 'Painters'],
    ['diving', 'Diving'],
    ['gold buyer', 'Gold Buyers'],
    ['pawn shop', 'Pawn Shops'],
    ['meat shop', 'Butchers'],
    ['nephrologist', 'Nephrologists'],
    ['billing services', 'Billing Services'],
    ['packing services', 'Packing Services'],
    ['flatbread', 'Flatbread'],
    ['demolition', 'Demolition'],
    ['hydrotherapy', 'Hydrotherapy'],
    ['indoor playground', 'Indoor Playgrounds'],
  ])('%j means %s, whatever the places at hand are', (typed, label) => {
    expect(certain(typed)).toBe(label)
  })

  test('every kind is found by its own label', () => {
    const specific = allKinds().filter(({ keys }) => !isGenericCategory(keys[0] ?? ''))
    const lost = specific.filter(({ label }) => certain(label) !== label)
    expect(lost.map(({ label }) => label)).toEqual([])
  })
})

describe('spelling', () => {
  test.each([
    ['plumers', 'Plumbers'],
    ['elecrician', 'Electricians'],
    ['roofng contractor', 'Roofers'],
  ])('%j is corrected to %s, because nothing else is as near', (typed, label) => {
    expect(certain(typed)).toBe(label)
  })

  test('a typo does not change the first letter: "zillow" is not "pillow"', () => {
    expect(certain('zillow')).toBe('unsure')
    expect(certain('edntists')).toBe('Dentists')
  })

  test('a misspelled word that may mean several kinds is a question', () => {
    expect(choices('tailers')).toEqual(expect.arrayContaining(['Tailors', 'Trailers']))
  })

  test('a word of the vocabulary, or of English, is never corrected', () => {
    const listed = [...vocabularyWords()].map(([word]) => word)
    expect(listed.filter(word => !isWord(word))).toEqual([])
    for (const word of ['printer', 'planter', 'dinning', 'parents', 'painter', 'saloon'])
      expect(certain(`${word} of unicorns`)).not.toMatch(/^[A-Z]/)
  })
})

describe('words that are no name of one kind are a question', () => {
  test.each([
    ['environmental lawyers', 'Environmental and Ecological Services for Businesses'],
    ['Flatirons Plumbing', 'Plumbers'],
    ['vegan bakery', 'Bakeries'],
    ['har salon', 'Hair Salons'],
  ])('%j: %s is one of the choices', (typed, label) => {
    expect(choices(typed).slice(0, 5)).toContain(label)
  })

  test.each(['white company', 'training center', 'virtual services'])(
    '%j is no kind, although "white goods", "HR training", and "virtual HR" are',
    typed => {
      expect(readCategory(typed).is).toBe('unsure')
    },
  )

  test('the label of each choice is certain', () => {
    for (const label of choices('wound clinic')) expect(certain(label)).toBe(label)
  })
})

describe('words that are no kind of business at all are looked for in names', () => {
  test.each([
    'Starbucks',
    'Burger King',
    'Target',
    '"Plumbers"',
    '“Dentists”',
    "Joe's Plumbing Xylo",
    'Lindqvist & Sons Roofing',
    'asdfgh qwerty',
    'services',
    'companies',
    '',
    '   ',
    '😀',
    '中文',
    '\u0000\u0001',
    'a'.repeat(100_000),
    '&'.repeat(200),
  ])('%.40j', typed => {
    expect(readCategory(typed)).toEqual({ is: 'name' })
  })
})

const isHere = (words: string) => words.toLowerCase().startsWith('boulder')

describe('words after the kind', () => {
  test.each(['plumbers boulder', 'plumbers in Boulder', 'plumbers in Boulder, CO'])(
    'are ignored if they are the place of the search: %s',
    typed => {
      expect(readCategory(typed, { isHere })).toMatchObject({ is: 'certain', kinds: [{ label: 'Plumbers' }] })
    },
  )
  test('are not ignored if they are another place', () => {
    expect(readCategory('plumbers in Denver', { isHere }).is).toBe('unsure')
  })
})

test('a kind that only the catalog has is found by its phrase', () => {
  const zeppelins = {
    label: 'Zeppelin Tours',
    keys: ['zeppelin_tours'],
    relatedMains: [],
    nearest: [],
    isDescribed: false,
  }
  const ownKinds = new Map([['zeppelin tour', zeppelins]])
  expect(readCategory('zeppelin tours', { ownKinds })).toEqual({ is: 'certain', kinds: [zeppelins] })
})

describe('the lists', () => {
  test('offer only existing kinds as the nearest ones', () => {
    const labels = new Set(describedKinds().map(({ label }) => label))
    expect(describedKinds().flatMap(({ nearest }) => nearest.filter(label => !labels.has(label)))).toEqual([])
  })

  test('have each phrase of a kind only once, in the singular or the plural', () => {
    const files = readdirSync(path.join(import.meta.dirname, '../lists/kinds'))
    const twice = files
      .flatMap(file => blocksOf(`kinds/${file}`))
      .flatMap(({ heading, lines }) => {
        const others = lines.filter(line => !/^[=+~] /.test(line)).flatMap(entriesOf)
        const phrases = [heading, ...others].map(phraseOf)
        return phrases.filter((phrase, i) => phrases.indexOf(phrase) < i)
      })
    expect(twice).toEqual([])
  })

  test('have a meaning for every phrase', () => {
    const empty = [...phrasesBeginningWith('')].filter(([phrase, { kinds }]) => phrase === '' || kinds.length === 0)
    expect(empty).toEqual([])
  })
})
