import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import { pageText } from '#server/catalog/sites/page-text.ts'
import { readPage } from '#server/catalog/sites/read-page.ts'
import { decideFacts } from '#server/catalog/sites/site-facts.rules.ts'
import { belongsToHeldOut } from './support/held-out.ts'
import { readRecord, type SitePages } from './support/site-pages.ts'

type Outcome = { right: number; wrong: string[]; missed: string[]; isWhole: boolean; isHeldOut: boolean }

/**
 * Reads saved pages of small businesses from the folder in SITE_PAGES, and compares the email addresses found with
 * those that a person labeled. `bench/site-facts/pages.json` lists where each page came from. No page is part of this
 * repository.
 */
export async function run(): Promise<void> {
  const folder = process.env.SITE_PAGES
  if (folder === undefined || !existsSync(folder)) {
    console.log('SITE_PAGES is not set to a folder with pages. Nothing was measured.')
    console.log('bench/site-facts/pages.json says which pages it needs, and where they came from.')
    return
  }
  const record = await readRecord()
  const outcomes: Outcome[] = []
  for (const site of record) outcomes.push(await judge(folder, site))
  for (const isHeldOut of [false, true])
    print(
      isHeldOut ? 'held out' : 'tuned',
      outcomes.filter(outcome => outcome.isHeldOut === isHeldOut),
    )
  await compareWork(folder, record)
}

async function pagesOf(folder: string, { repository, files }: SitePages): Promise<{ name: string; text: string }[]> {
  const known = new Set(await readdir(folder))
  const at = repository.replace('/', '+')
  if (!known.has(at)) throw new Error(`SITE_PAGES has no folder ${at}`)
  return Promise.all(
    files.map(async file => {
      const name = file.replaceAll('/', '_').replaceAll(' ', '_')
      return { name: file, text: pageText(await readFile(path.join(folder, at, name)), null) }
    }),
  )
}

async function judge(folder: string, site: SitePages): Promise<Outcome> {
  const pages = (await pagesOf(folder, site)).map(({ name, text }) =>
    readPage(text, `https://${site.domain}/${/(?:^|\/)index\.html?$/.test(name) ? '' : path.basename(name)}`),
  )
  const facts = decideFacts(pages, { domain: site.domain, names: site.names })
  const found = facts.flatMap(({ kind, value }) => (kind === 'email' ? value : []))
  const wrong = found.filter(address => !site.emails.includes(address))
  const missed = site.emails.filter(address => !found.includes(address))
  return {
    right: found.length - wrong.length,
    wrong: wrong.map(address => `${site.repository}: ${address}`),
    missed: missed.map(address => `${site.repository}: ${address}`),
    isWhole: wrong.length + missed.length === 0,
    isHeldOut: belongsToHeldOut(site.repository),
  }
}

const share = (part: number, all: number): string => (all === 0 ? 'none' : (part / all).toFixed(3))

function print(title: string, outcomes: readonly Outcome[]): void {
  const right = outcomes.reduce((sum, outcome) => sum + outcome.right, 0)
  const wrong = outcomes.flatMap(outcome => outcome.wrong)
  const missed = outcomes.flatMap(outcome => outcome.missed)
  const whole = outcomes.filter(({ isWhole }) => isWhole).length
  console.log(
    `${title}: ${outcomes.length} sites, ${right + missed.length} addresses; precision ${share(right, right + wrong.length)}, recall ${share(right, right + missed.length)}; all addresses right on ${whole} of ${outcomes.length} sites`,
  )
  for (const line of wrong) console.log(`  wrong: ${line}`)
  for (const line of missed) console.log(`  missed: ${line}`)
}

const ROUNDS = 20
const parse = (text: string): void => new Parser({}).end(text)
const read = (text: string): void => void readPage(text, 'https://flatirons.example/')

/** The work of reading a page, compared with only parsing it. */
async function compareWork(folder: string, record: readonly SitePages[]): Promise<void> {
  const pages = (await Promise.all(record.map(site => pagesOf(folder, site)))).flat()
  const time = (work: (text: string) => void): number => {
    const startedAt = performance.now()
    for (let round = 0; round < ROUNDS; round++) for (const { text } of pages) work(text)
    return (performance.now() - startedAt) / ROUNDS / pages.length
  }
  time(parse)
  time(read)
  const [parsed, whole] = [time(parse), time(read)]
  console.log(
    `reading a page: ${whole.toFixed(2)} ms, parsing alone: ${parsed.toFixed(2)} ms, ratio ${(whole / parsed).toFixed(2)}`,
  )
}
