import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type SiteFlagName, siteFlagNames } from '#contract/leads/site-lines.ts'
import { checkSite, readPage } from '#site-reader/index.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { pagesOf, readRecord } from './support/site-pages.ts'

/** Decided by the address or by the visit, or a name. */
const unlabeled = new Set<string>([
  'works',
  'https',
  'httpLeadsToHttps',
  'safeForms',
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

/**
 * Checks saved websites from the folder in SITE_PAGES, and compares each flag with what a person labeled in
 * `bench/site-facts/flags.txt`: the flags that a site has, and after the line those that nobody can judge from its pages.
 */
export async function run(): Promise<void> {
  const folder = process.env.SITE_PAGES
  if (folder === undefined || !existsSync(folder)) return console.log('SITE_PAGES is not set. Nothing was measured.')
  const labels = await readLabels()
  const halves = { 'tuned half': countsOf(), 'held-out half': countsOf() }
  let sites = 0
  for (const site of await readRecord()) {
    const label = labels.get(site.repository)
    const saved = label === undefined ? null : await pagesOf(folder, site)
    if (label === undefined || saved === null) continue
    sites++
    const pages = saved.map(({ text, url }) => readPage(text, url))
    const half = halves[belongsToHeldOut(`flags of ${site.name}`) ? 'held-out half' : 'tuned half']
    for (const { flag, verdict } of checkSite(pages, { website: saved[0]?.url ?? '', year: YEAR }))
      count(half.get(flag), label, { flag, verdict, name: site.name })
  }
  console.log(`${sites} sites`)
  for (const [title, counts] of Object.entries(halves)) print(title, counts)
}

type Label = { has: ReadonlySet<string>; open: ReadonlySet<string> }

async function readLabels(): Promise<Map<string, Label>> {
  const text = await readFile(path.resolve(import.meta.dirname, 'site-facts/flags.txt'), 'utf8')
  return new Map(
    text
      .trim()
      .split('\n')
      .map(line => {
        const [, repository = '', has = '', open = ''] = /^(\S+): ([^|]*)(?:\| ?(.*))?$/.exec(line) ?? []
        return [repository, { has: new Set(has.trim().split(' ')), open: new Set(open.split(' ')) }]
      }),
  )
}

const countsOf = (): Map<SiteFlagName, Counts> =>
  new Map(
    labeled.map(flag => [
      flag,
      { yes: { right: 0, wrong: 0 }, no: { right: 0, wrong: 0 }, open: 0, missed: 0, wrongOnes: [] },
    ]),
  )

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

function print(title: string, counts: Map<SiteFlagName, Counts>): void {
  console.log(`\n${title}: precision of yes, of no, how many are answered, and how many of what sites have is found`)
  for (const [flag, { yes, no, open, missed, wrongOnes }] of counts) {
    const answered = yes.right + yes.wrong + no.right + no.wrong
    const share = ({ right, wrong }: Counts['yes']) =>
      right + wrong === 0 ? 'none'.padEnd(24) : `${shareWithInterval(right, right + wrong)} (${right + wrong})`
    console.log(
      `  ${flag.padEnd(16)} ${share(yes)}  ${share(no)}  ${answered} of ${answered + open} answered, ${yes.right} of ${yes.right + missed} found`,
    )
    if (title === 'tuned half' && wrongOnes.length > 0) console.log(`      ${wrongOnes.join(', ')}`)
  }
}
