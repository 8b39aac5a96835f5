import path from 'node:path'
import { buildCategoryIndex, type CategoryIndex } from '#server/catalog/kinds/category-index.ts'
import { resolveCategory } from '#server/catalog/kinds/resolve-category.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { missingFiles, missingStrangeFiles, readPlaceFiles, readStrangePlaces } from './support/place-files.ts'

/** What a reader said about some places: whether each is of the trade that somebody searches for. */
type Trade = { words: string; isRight: ReadonlyMap<string, boolean> }
type Found = { trade: Trade; wanted: ReadonlySet<string>; places: ReadonlyMap<string, CatalogPlace> }

const folder = path.join(import.meta.dirname, 'kinds')

/**
 * Whether the leads of a trade are of the right kind. Each trade is searched for in all real places, as the product does,
 * and compared with what a reader said about places that were or should have been found. Half of the places are held
 * out: wrong and missed ones are printed for the other half only, so that nobody tunes to them.
 */
export async function run(): Promise<void> {
  const missing = missingFiles()
  if (missing.length > 0) {
    console.log(`No file: ${missing.join(', ')}`)
    return
  }
  const { places, categories } = await readPlaceFiles()
  const index = buildCategoryIndex(categories)
  for (const list of ['verdicts', 'more', 'fresh', 'gained', 'last', 'unseen']) report(list, places, index)
  const strange = missingStrangeFiles()
  if (strange.length > 0) {
    console.log(`\nNo file: ${strange.join(', ')}`)
    return
  }
  const strangers = await readStrangePlaces()
  for (const list of ['strangers', 'strangers-unclear', 'strangers-rest']) report(list, strangers, index)
}

/** Readings that are never used for tuning. */
const unused = new Set(['last', 'strangers-rest'])

function report(list: string, places: readonly CatalogPlace[], index: CategoryIndex): void {
  const found = readTrades(`${list}.txt`).map((trade): Found => {
    const resolved = resolveCategory(index, trade.words)
    if (resolved.kind !== 'certain') console.log(`"${trade.words}" is ${resolved.kind}, so nothing is found`)
    const leads = resolved.kind === 'certain' ? places.filter(isOf(resolved.sense)) : []
    const wanted = new Set(resolved.kind === 'certain' ? resolved.sense.categories.map(({ key }) => key) : [])
    return { trade, wanted, places: new Map(leads.map(place => [place.sourceId, place])) }
  })
  const total = found.reduce((sum, { places: leads }) => sum + leads.size, 0)
  console.log(`\n${list}: ${found.length} trades, ${total} leads`)
  const baseline = readBaseline()
  for (const half of ['tuned', 'held out']) {
    const isHeldOut = half === 'held out'
    const name = `${list}, ${half}`
    console.log(`  ${half.padEnd(8)} ${figuresOf(found, isHeldOut)}   (before: ${baseline.get(name) ?? 'unknown'})`)
    console.log(`    clear matches ${figuresOf(found.map(clearOnly), isHeldOut)}`)
  }
  if (unused.has(list)) return
  console.log(`\n  Wrong (-) and missed (+), in the half to tune with:`)
  const names = new Map(places.map(place => [place.sourceId, place]))
  for (const each of found) printFailures(each, names)
}

type Kinds = { categories: readonly { key: string }[]; relatedMains: readonly { key: string }[] }

/** As `inCategories` in the statement of a search. */
function isOf({ categories, relatedMains }: Kinds): (place: CatalogPlace) => boolean {
  const wanted = new Set(categories.map(({ key }) => key))
  const related = new Set(relatedMains.map(({ key }) => key))
  return place => {
    const [main = '', ...further] = place.categories
    return wanted.has(main) || wanted.has(toldBy(place)) || (related.has(main) && further.some(key => wanted.has(key)))
  }
}

/** The category that the place certainly has: the one that its name says, or else the main one. */
const toldBy = ({ kindToldBy, categories: [main = '', second = ''] }: CatalogPlace): string =>
  kindToldBy === 'otherName' ? second : main

/** What the filter "Clear Matches Only" leaves. */
const clearOnly = ({ trade, wanted, places }: Found): Found => ({
  trade,
  wanted,
  places: new Map(
    [...places].filter(
      ([, place]) => wanted.has(toldBy(place)) && place.kindToldBy !== 'source' && place.kindToldBy != null,
    ),
  ),
})

function figuresOf(found: readonly Found[], isHeldOut: boolean): string {
  let [wrong, judged, kept, right] = [0, 0, 0, 0]
  for (const { trade, places } of found)
    for (const [id, isRight] of trade.isRight) {
      if (belongsToHeldOut(id) !== isHeldOut) continue
      const isFound = places.has(id)
      if (isFound) judged++
      if (isFound && !isRight) wrong++
      if (isRight) right++
      if (isRight && isFound) kept++
    }
  if (judged === 0) return 'no leads'
  return `wrong kind ${wrong} of ${judged}: ${shareWithInterval(wrong, judged)}; right ones found ${kept} of ${right}: ${shareWithInterval(kept, right)}`
}

function printFailures({ trade, places }: Found, names: ReadonlyMap<string, CatalogPlace>): void {
  const failures = [...trade.isRight].filter(
    ([id, isRight]) => !belongsToHeldOut(id) && places.has(id) !== isRight && names.has(id),
  )
  for (const [id, isRight] of failures) {
    const place = names.get(id)
    console.log(`  ${isRight ? '+' : '-'} ${trade.words}: ${place?.name} [${place?.categories.join(' ')}]`)
  }
}

function readTrades(file: string): Trade[] {
  const trades: { words: string; isRight: Map<string, boolean> }[] = []
  for (const line of linesOf(file)) {
    const [, mark, id] = /^ {2}([+-]) (\S+)$/.exec(line) ?? []
    if (id === undefined) trades.push({ words: line, isRight: new Map() })
    else trades.at(-1)?.isRight.set(id, mark === '+')
  }
  return trades
}

const readBaseline = (): Map<string, string> =>
  new Map(linesOf('baseline.txt').map(line => line.split(' | ', 2) as [string, string]))

const linesOf = (file: string): string[] => linesOfList(path.join(folder, file))
