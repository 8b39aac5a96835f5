import { hash } from 'node:crypto'
import path from 'node:path'
import { linesOfList } from '#server/platform/basics/own-text.ts'
import { confirmedKinds, readPage } from '#site-reader/index.ts'
import { kindOf } from '#words/index.ts'
import { shareWithInterval } from './held-out.ts'
import type { SavedPage, SitePages } from './site-pages.ts'

/** What a person labeled: the right main categories of a site, the best first, and those that are neither right nor wrong. */
type SiteKinds = { towns: string[]; right: string[]; unjudged: string[] }
type Site = { site: SitePages; pages: readonly SavedPage[] }

const folder = path.resolve(import.meta.dirname, '../site-facts')
const linesOf = (file: string): string[] => linesOfList(path.join(folder, file))
const listOf = (cell = ''): string[] => cell.split(',').flatMap(item => item.trim() || [])

/** The labels by the names of the sites. */
const readKinds = (): Map<string, SiteKinds> =>
  new Map(
    linesOf('kinds.txt').map(line => {
      const [name = '', town, right, unjudged] = line.split('|')
      return [name.trim(), { towns: listOf(town), right: listOf(right), unjudged: listOf(unjudged) }]
    }),
  )

const share = (part: number, whole: number) => `${part} of ${whole}, ${shareWithInterval(part, whole)}`

const WRONG_KINDS = 5
const RANDOM_KINDS = 2
const confusions = linesOf('confusions.txt').map(line => line.split(' '))

/** Up to five categories that sources confuse with a right one, and at least two others. */
function wrongKinds(
  site: string,
  key: string,
  { right, unjudged }: SiteKinds,
): { confused: string[]; random: string[] } {
  const order = (one: string) => hash('sha256', `${site} ${key} ${one}`, 'hex')
  const shuffled = (keys: readonly string[]) =>
    [...new Set(keys)]
      .filter(one => !right.includes(one) && !unjudged.includes(one))
      .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  const confused = shuffled(confusions.filter(group => group.includes(key)).flat())
  const random = shuffled(confusions.flat()).filter(one => !confused.includes(one))
  return {
    confused: confused.slice(0, WRONG_KINDS),
    random: random.slice(0, Math.max(RANDOM_KINDS, WRONG_KINDS - confused.length)),
  }
}

/** Which right and wrong main categories the front pages confirm. Names what went wrong if `isOpen`. */
export function reportKinds(sites: readonly Site[], isOpen: boolean): void {
  const kinds = readKinds()
  const count = { sites: 0, told: 0, quiet: 0, quietTold: 0, pairs: 0, pairsTold: 0 }
  const wrong = { confused: { tried: 0, told: 0 }, random: { tried: 0, told: 0 } }
  for (const { site, pages } of sites) {
    const label = kinds.get(site.name)
    const [front] = pages
    const [best] = label?.right ?? []
    if (label === undefined || best === undefined || front === undefined) continue
    const page = readPage(front.text, front.url)
    const { domain, names } = site
    const [name = ''] = names
    const told = (categories: readonly string[]) =>
      confirmedKinds([page], { domain, names, towns: label.towns, categories }).map(({ value }) => value)
    const isTold = told([best]).length > 0
    const isQuiet = kindOf({ name, town: label.towns[0] ?? null, domain }, [best]).toldBy === 'source'
    count.sites++
    if (isTold) count.told++
    if (isQuiet) count.quiet++
    if (isQuiet && isTold) count.quietTold++
    count.pairs += label.right.length
    count.pairsTold += told(label.right).length
    const others = label.right.map(key => wrongKinds(site.name, key, label))
    for (const way of ['confused', 'random'] as const) {
      const tried = [...new Set(others.flatMap(other => other[way]))]
      const found = told(tried)
      wrong[way].tried += tried.length
      wrong[way].told += found.length
      if (isOpen) for (const key of found) console.log(`    wrong kind: ${key} (${site.name})`)
    }
    if (isOpen && !isTold) console.log(`    kind not confirmed: ${best} (${site.name})`)
  }
  console.log(`  kinds: ${count.sites} sites; the best category is confirmed on ${share(count.told, count.sites)}`)
  console.log(`    where neither name nor domain tells it: ${share(count.quietTold, count.quiet)}`)
  console.log(`    of all right categories: ${share(count.pairsTold, count.pairs)}`)
  console.log(`    of those that sources confuse: ${share(wrong.confused.told, wrong.confused.tried)}`)
  console.log(`    of others: ${share(wrong.random.told, wrong.random.tried)}`)
}
