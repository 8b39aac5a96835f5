import path from 'node:path'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { buildCategoryIndex } from '#server/catalog/kinds/category-index.ts'
import { resolveCategory } from '#server/catalog/kinds/resolve-category.ts'
import { suggestCategories } from '#server/catalog/suggest/suggest-categories.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { readRealRows, realCategories } from '#tests/support/real-categories.ts'
import { boulderFile } from '#tests/support/real-files.ts'
import { readPlace, suggestPlaces } from '#words/index.ts'
import { belongsToHeldOut } from './support/held-out.ts'

/** What was typed so far, and whether a suggestion is what the user wants. */
type Case = { typed: string; wanted: string; list: string; suggest: () => readonly string[] }

const SHOWN_FIRST = 3
const LETTERS_OF_TOWN = 5
const LETTERS_OF_PHRASE = 6
const ROUNDS = 20
const millisecondsOf = (cpu: NodeJS.CpuUsage): number => (cpu.user + cpu.system) / 1000

/**
 * How often the wanted suggestion is among the first three, and what a suggestion costs, compared with understanding the
 * complete words. Places: towns of more than 50,000 people, up to the fifth letter of the last word. Categories: the first six letters
 * of common phrases and of the names in business profiles. Half of the cases are held out: misses are printed for the
 * other half only.
 */
export async function run(): Promise<void> {
  const gazetteer = await loadGazetteer()
  const rows = await readRealRows(boulderFile, ['names', 'taxonomy', 'categories'])
  const index = buildCategoryIndex(await realCategories(rows))
  const cases = [...placeCases(gazetteer), ...categoryCases(index)]
  const misses: string[] = []
  console.log('\nlist and half             cases   among the first three')
  for (const list of new Set(cases.map(one => one.list)))
    for (const half of ['tuned', 'held out']) {
      const some = cases.filter(one => one.list === list && belongsToHeldOut(one.wanted) === (half === 'held out'))
      const missed = some.filter(({ wanted, suggest }) => !suggest().slice(0, SHOWN_FIRST).includes(wanted))
      if (half === 'tuned') misses.push(...missed.map(({ typed, wanted }) => `${list}: "${typed}" for ${wanted}`))
      const share = (100 * (some.length - missed.length)) / some.length
      console.log(`${`${list}, ${half}`.padEnd(25)} ${String(some.length).padStart(5)}   ${share.toFixed(1)} %`)
    }
  const own = cpuPerCall(cases.map(({ suggest }) => suggest))
  const reference = cpuPerCall(
    cases.map(
      ({ wanted }) =>
        () =>
          resolveCategory(index, wanted),
    ),
  )
  console.log(`\nCPU per suggestion: ${own.toFixed(3)} ms, ${(own / reference).toFixed(1)} of understanding a phrase`)
  console.log(`\nMissed, in the half to tune with:\n${misses.join('\n')}`)
}

function placeCases(gazetteer: Gazetteer): Case[] {
  const towns = gazetteer.towns.filter(({ population }) => population > 50_000)
  return towns.flatMap(({ name, state }) => {
    const resolved = readPlace(gazetteer, `${name}, ${state}`)
    if (resolved.kind !== 'point') return []
    const typed = name.slice(0, name.lastIndexOf(' ') + 1 + LETTERS_OF_TOWN)
    return [{ typed, wanted: resolved.label, list: 'places', suggest: () => placesFor(gazetteer, typed) }]
  })
}

const placesFor = (gazetteer: Gazetteer, typed: string): string[] =>
  suggestPlaces(gazetteer, typed, { near: null, limit: 8 }).map(({ label }) => label)

function categoryCases(index: ReturnType<typeof buildCategoryIndex>): Case[] {
  return ['common', 'google'].flatMap(list =>
    phrasesOf(list).flatMap(phrase => {
      const resolved = resolveCategory(index, phrase)
      if (resolved.kind !== 'certain') return []
      const typed = phrase.slice(0, LETTERS_OF_PHRASE)
      const suggest = () => suggestCategories(index, typed, 8).map(({ label }) => label)
      return [{ typed, wanted: resolved.sense.label, list, suggest }]
    }),
  )
}

function phrasesOf(list: string): string[] {
  const lines = linesOfList(path.join(import.meta.dirname, 'understanding', `${list}.txt`))
  return lines.flatMap(line => (line.split('|')[0] ?? '').split(',')).flatMap(phrase => phrase.trim() || [])
}

function cpuPerCall(calls: readonly (() => unknown)[]): number {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) for (const call of calls) call()
  return millisecondsOf(process.cpuUsage(before)) / (ROUNDS * calls.length)
}
