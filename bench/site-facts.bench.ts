import { existsSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { readPage } from '#site-reader/index.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { simpleExtractors } from './support/simple-extractors.ts'
import { type Compared, compare, isRight, judge, kinds, type Verdict } from './support/site-judge.ts'
import { reportKinds } from './support/site-kinds.ts'
import { pagesOf, readRecord, type SavedPage, type SitePages } from './support/site-pages.ts'

type Site = { site: SitePages; pages: SavedPage[]; verdict: Verdict }

const isHeldOut = ({ name, isOpened }: SitePages): boolean => isOpened !== true && belongsToHeldOut(name)

/**
 * Reads saved pages of small businesses from the folder in SITE_PAGES, and compares the facts found with those that a
 * person labeled. `bench/site-facts/pages.json` lists where each page came from, and `kinds.txt` their categories. No page is part of this repository.
 * What went wrong is printed for the tuned half only.
 */
export async function run(): Promise<void> {
  const folder = process.env.SITE_PAGES
  if (folder === undefined || !existsSync(folder)) {
    console.log('SITE_PAGES is not set to a folder with pages. Nothing was measured.')
    console.log('bench/site-facts/pages.json says which pages it needs, and where they came from.')
    return
  }
  const record = (await readRecord()).filter(({ hasOnlyFlags }) => hasOnlyFlags !== true)
  const sites: Site[] = []
  for (const site of record) {
    const pages = await pagesOf(folder, site)
    if (pages === null) console.log(`SITE_PAGES lacks pages of ${site.name}, so it is left out`)
    else sites.push({ site, pages, verdict: judge(site, pages) })
  }
  console.log(`${sites.length} sites, made with ${new Set(sites.map(({ site }) => site.builder)).size} builders`)
  const half = (wanted: boolean) => sites.filter(({ site }) => isHeldOut(site) === wanted)
  print('tuned half', half(false))
  for (const one of half(false)) printFailures(one)
  reportKinds(half(false), true)
  print('held-out half', half(true))
  reportKinds(half(true), false)
  compareWork(sites.flatMap(({ pages }) => pages))
}

const sum = (all: readonly Compared[], of: (one: Compared) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

function print(title: string, sites: readonly Site[]): void {
  console.log(
    `\n${title}: ${sites.length} sites, ${sites.filter(({ site }) => !site.isOfCollection).length} of them visited`,
  )
  for (const kind of kinds) {
    const judged = sites.flatMap(({ verdict }) => verdict[kind] ?? [])
    printShares(kind, judged)
    console.log(`${' '.repeat(21)}right on ${judged.filter(isRight).length} of ${judged.length} sites`)
  }
  for (const [name, extract] of simpleExtractors)
    printShares(
      name,
      sites.map(({ site, pages }) => compare(extract(pages.map(({ text }) => text)), site.emails, site.alsoRight)),
    )
  const whole = sites.filter(({ verdict }) => Object.values(verdict).every(isRight)).length
  console.log(`  all facts right: ${whole} of ${sites.length} sites, ${shareWithInterval(whole, sites.length)}`)
}

function printShares(name: string, all: readonly Compared[]): void {
  const right = sum(all, one => one.right)
  const precision = shareWithInterval(right, right + sum(all, ({ wrong }) => wrong.length))
  const recall = shareWithInterval(right, right + sum(all, ({ missed }) => missed.length))
  console.log(`  ${name.padEnd(18)} precision ${precision}, recall ${recall}`)
}

function printFailures({ site, verdict }: Site): void {
  for (const [kind, { wrong, missed }] of Object.entries(verdict)) {
    for (const value of wrong) console.log(`    wrong ${kind}: ${value} (${site.name})`)
    for (const value of missed) console.log(`    missed ${kind}: ${value} (${site.name})`)
  }
}

const ROUNDS = 5
const parse = ({ text }: SavedPage): void => new Parser({}).end(text)
const read = ({ text, url }: SavedPage): void => void readPage(text, url)

/** The work of reading a page, compared with only parsing it: the best of some rounds, because machines are noisy. */
function compareWork(pages: readonly SavedPage[]): void {
  const best = { parse: Infinity, read: Infinity }
  const time = (work: (page: SavedPage) => void): number => {
    const startedAt = process.cpuUsage()
    for (const page of pages) work(page)
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1000 / pages.length
  }
  for (let round = 0; round < ROUNDS; round++) {
    best.parse = Math.min(best.parse, time(parse))
    best.read = Math.min(best.read, time(read))
  }
  console.log(
    `\nreading a page: ${best.read.toFixed(2)} ms of CPU, parsing alone: ${best.parse.toFixed(2)} ms, ratio ${(best.read / best.parse).toFixed(2)}`,
  )
}
