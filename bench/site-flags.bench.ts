import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type SiteFlagName, siteFlagNames } from '#contract/leads/site-lines.ts'
import { checkSite, platforms, readPage } from '#site-reader/index.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { pagesOf, readRecord, type SitePages } from './support/site-pages.ts'

/** Decided by the address or by the visit, or a name. */
const unlabeled = new Set<string>([
  'works',
  'https',
  'httpLeadsToHttps',
  'safeForms',
  'fastAnswer',
  'imageTexts',
  'platform',
  'credit',
])
const labeled = siteFlagNames.filter(flag => !unlabeled.has(flag))
const YEAR = 2026

/** `right` and `wrong` are answers yes and no; `open` is unknown. */
type Counts = Record<'yes' | 'no', { right: number; wrong: number }> & {
  open: number
  missed: number
  wrongOnes: string[]
}
type Label = { has: ReadonlySet<string>; open: ReadonlySet<string>; isHeldOut: boolean }

/**
 * Checks saved websites from the folder in SITE_PAGES, and compares builder and flags with what a person labeled. In
 * `bench/site-facts/flags.txt` and its later lists, a site has the flags before the line; those after it nobody can judge
 * from its pages, or nobody has: `privacyPage` was judged on 90 of the tuned sites. No rule was tuned on the sites of `flags-blind.txt`, nor on the held-out half of `flags-fresh.txt`.
 */
export async function run(): Promise<void> {
  const folder = process.env.SITE_PAGES
  if (folder === undefined || !existsSync(folder)) return console.log('SITE_PAGES is not set. Nothing was measured.')
  const labels = new Map<string, Label>()
  for (const list of ['flags', 'flags-later', 'flags-blind', 'flags-fresh'] as const) await readLabels(list, labels)
  const [tuned, heldOut] = [countsOf(), countsOf()]
  for (const site of await readRecord()) {
    const label = labels.get(site.repository)
    const saved = label === undefined ? null : await pagesOf(folder, site)
    if (label === undefined || saved === null) continue
    const pages = saved.map(({ text, url }) => readPage(text, url))
    const counts = label.isHeldOut ? heldOut : tuned
    counts.sites++
    countBuilder(counts.builders, site, pages.find(({ platform }) => platform !== null)?.platform ?? null)
    for (const { flag, verdict } of checkSite(pages, { website: saved[0]?.url ?? '', year: YEAR }))
      count(counts.flags.get(flag), label, { flag, verdict, name: site.name })
  }
  print('Tuned', tuned, true)
  print('Held-out', heldOut, false)
}

type List = 'flags' | 'flags-later' | 'flags-blind' | 'flags-fresh'
async function readLabels(list: List, labels: Map<string, Label>): Promise<void> {
  const text = await readFile(path.resolve(import.meta.dirname, `site-facts/${list}.txt`), 'utf8')
  for (const line of text.trim().split('\n')) {
    const [, repository = '', has = '', open = ''] = /^(\S+): ([^|]*)(?:\| ?(.*))?$/.exec(line) ?? []
    const isSplit = list === 'flags' || list === 'flags-fresh'
    const isHeldOut = isSplit ? belongsToHeldOut(`flags of ${repository}`) : list === 'flags-blind'
    labels.set(repository, { has: new Set(has.trim().split(' ')), open: new Set(open.split(' ')), isHeldOut })
  }
}

type Builders = { right: number; said: number; known: number; wrongOnes: string[] }

/** The builders that the check can name. */
const named = new Set<string>(platforms.map(([name]) => name))

function countBuilder(counts: Builders, { name, builder }: SitePages, said: string | null): void {
  if (named.has(builder)) counts.known++
  if (said !== null) counts.said++
  if (said === builder) counts.right++
  else if (said !== null || named.has(builder)) counts.wrongOnes.push(`${name} (${said ?? 'none'}: ${builder})`)
}

const countsOf = () => ({
  sites: 0,
  builders: { right: 0, said: 0, known: 0, wrongOnes: [] as string[] },
  flags: new Map<SiteFlagName, Counts>(
    labeled.map(flag => [
      flag,
      { yes: { right: 0, wrong: 0 }, no: { right: 0, wrong: 0 }, open: 0, missed: 0, wrongOnes: [] },
    ]),
  ),
})

function count(
  counts: Counts | undefined,
  { has, open }: Label,
  { flag, verdict, name }: { flag: SiteFlagName; verdict: string; name: string },
): void {
  if (counts === undefined || open.has(flag)) return
  if (verdict !== 'yes' && has.has(flag)) counts.missed++
  if (verdict !== 'yes' && verdict !== 'no') return void counts.open++
  const isRight = has.has(flag) === (verdict === 'yes')
  counts[verdict][isRight ? 'right' : 'wrong']++
  if (!isRight) counts.wrongOnes.push(`${name} (${verdict})`)
}

function print(title: string, { sites, builders, flags }: ReturnType<typeof countsOf>, isShown: boolean): void {
  console.log(`\n${title} sites (${sites}): precision of yes, of no, how many are answered, and how many are found`)
  const { right, said, known } = builders
  console.log(`  ${'platform'.padEnd(16)} ${shareOf(right, said)}  ${shareOf(right, known)} found`)
  if (isShown && builders.wrongOnes.length > 0) console.log(`      ${builders.wrongOnes.join(', ')}`)
  for (const [flag, { yes, no, open, missed, wrongOnes }] of flags) {
    const ofYes = yes.right + yes.wrong
    const ofNo = no.right + no.wrong
    const answered = `${ofYes + ofNo} of ${ofYes + ofNo + open} answered`
    const found = `${yes.right} of ${yes.right + missed} found`
    console.log(`  ${flag.padEnd(16)} ${shareOf(yes.right, ofYes)}  ${shareOf(no.right, ofNo)}  ${answered}, ${found}`)
    if (isShown && wrongOnes.length > 0) console.log(`      ${wrongOnes.join(', ')}`)
  }
}

const shareOf = (part: number, whole: number): string =>
  (whole === 0 ? 'none' : `${part} of ${whole}, ${shareWithInterval(part, whole)}`).padEnd(33)
