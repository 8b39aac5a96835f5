import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { fairUse, reportsPerCall } from '#contract/leads/lead-reports.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { correctReported } from '#server/features/reports/correct-reported.usecases.ts'
import { creditReports } from '#server/features/reports/credit-reports.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { randomOf } from './support/random.ts'
import { onEachDatabase } from './support/targets.ts'

const labelled = path.resolve(
  import.meta.dirname,
  '../../shared/data/overture-us-sample-2025-02/project_c_samples.parquet',
)
const RELEASES = 6
const USERS = 24
const PAGES_A_MONTH = 6
/** Shares of the closed businesses that each release notices as closed, and that it drops. */
const NOTICED = { closed: 0.08, dropped: 0.08 }
/** The share of open businesses that close within a month. */
const CLOSING = 0.006
/** The share of open businesses that a release drops by mistake. */
const LOST = 0.003
/** What an honest user does within a month with each lead. */
const HONEST = { calls: 0.6, reportsClosed: 0.6, reportsByMistake: 0.004 }
const centers = [
  [0, 0],
  [0.04, 0.05],
  [-0.05, 0.03],
  [0.03, -0.06],
] as const
const BOULDER = { lat: 40.015, lon: -105.27 }

type Business = TestPlace & { id: string; isOpen: boolean; isListed: boolean }
type Crowd = { title: string; greedy: number }
const crowds: Crowd[] = [
  { title: 'honest users', greedy: 0 },
  { title: 'one greedy user in ten', greedy: 0.1 },
  { title: 'greedy users only', greedy: 1 },
]

/**
 * Users who pull leads and report them over six releases, under the rules of the product: how many pulls are credited, and how
 * many corrections a later release confirms. The businesses, and which of them are closed, are those of a labelled file. How
 * fast releases notice, and how users behave, is assumed.
 */
export async function run(): Promise<void> {
  if (!existsSync(labelled)) return console.log('no file')
  for (const crowd of crowds)
    await onEachDatabase(['embedded'], async ({ db }) => {
      const product = await createTestApp({ db })
      await simulate(product, crowd)
      await product.app.close()
    })
  console.log(
    `Credits without evidence: at most ${fairUse.share * 100}% of the pulls of 30 days, or ${fairUse.atLeast}, and as many with a second report`,
  )
}

async function simulate(product: TestApp, { title, greedy }: Crowd): Promise<void> {
  const random = randomOf(5)
  const businesses = await readBusinesses(random)
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-reports-'))
  const users = await Promise.all(
    Array.from({ length: USERS }, async (_, n) => ({
      ...(await addCustomer(product, n)),
      isGreedy: n < USERS * greedy,
      center: centers[n % centers.length] ?? centers[0],
    })),
  )
  for (let release = 0; release < RELEASES; release++) {
    if (release > 0) pass(businesses, random)
    const files = [
      await writeOverture(
        folder,
        'places.parquet',
        businesses.filter(({ isListed }) => isListed),
      ),
    ]
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files,
      release: `2026-${String(release + 1).padStart(2, '0')}-15.0`,
    })
    await chores(product)
    for (const user of users) {
      const leads = await pull(product, user)
      const reported = leads.filter(lead => isReported(lead, { user, businesses, random }))
      await report(product, user, reported)
      await runDueJobs(product.deps, ['catalog'])
    }
    product.clock.advance({ days: 15 })
    await chores(product)
    product.clock.advance({ days: 15 })
    // What the next payment and a new sign-in would do.
    await product.deps.db.query(
      `UPDATE quota_balance SET period_start = $1, balance = 500 WHERE bucket <> 'extra_pulls'`,
      [product.clock.now()],
    )
    await product.deps.db.query(
      `UPDATE session SET created_at = $1, expires_at = $1::timestamptz + interval '20 days'`,
      [product.clock.now()],
    )
  }
  await print(product, { title, businesses })
  rmSync(folder, { recursive: true })
}

type LabelledRow = {
  names?: { primary?: string }
  phones?: string[]
  websites?: string[]
  confidence?: number
  open: bigint
}

/** The labelled businesses, all of one kind and around one town. */
async function readBusinesses(random: () => number): Promise<Business[]> {
  const rows = (await parquetReadObjects({ file: await asyncBufferFromFile(labelled), compressors })) as LabelledRow[]
  return rows.map((row, n) => ({
    id: `business-${n}`,
    name: row.names?.primary ?? `Business ${n}`,
    lat: BOULDER.lat + (random() - 0.5) / 5,
    lon: BOULDER.lon + (random() - 0.5) / 4,
    city: 'Boulder',
    zip: '80302',
    region: 'CO',
    street: `${n} Pearl St`,
    confidence: row.confidence ?? 0.5,
    phones: row.phones?.slice(0, 1) ?? null,
    websites: row.websites?.slice(0, 1) ?? null,
    isOpen: Number(row.open) === 1,
    isListed: true,
    status: null,
  }))
}

/** A month passes until the next release. */
function pass(businesses: readonly Business[], random: () => number): void {
  for (const business of businesses) {
    // A release lists a closed business once as closed, and then no more.
    if (business.status === 'permanently_closed') business.isListed = false
    if (!business.isListed) continue
    const chance = random()
    if (business.isOpen) {
      if (chance < CLOSING) business.isOpen = false
      else if (chance < CLOSING + LOST) business.isListed = false
    } else if (chance < NOTICED.closed) business.status = 'permanently_closed'
    else if (chance < NOTICED.closed + NOTICED.dropped) business.isListed = false
  }
}

/** A customer who can be a witness: pays, has a card and a confirmed mailbox, and is old enough. */
async function addCustomer({ app, deps, clock }: TestApp, n: number): Promise<SignedIn> {
  const signedIn = await signUp(app)
  const { id } = signedIn.user
  const created = new Date(clock.now().getTime() - 30 * 86_400_000)
  await deps.db.query(
    `UPDATE user_account SET subscription_tier = 'starter', plan_source = 'payment', created_at = $2, email = $3,
       email_verified_at = $2 WHERE id = $1`,
    [id, created, `person${n}@gmail.com`],
  )
  await deps.db.query(
    `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at)
     VALUES ($1, $2, 'visa', $3, 1, 2030, true, $4)`,
    [`pm_${id}`, id, String(n).padStart(4, '0'), created],
  )
  await deps.db.query(
    `INSERT INTO billing_invoice (invoice_id, user_id, description, total_cents, status, created_at)
     VALUES ($1, $2, 'Starter', 2900, 'paid', $3)`,
    [`in_${id}`, id, created],
  )
  return signedIn
}

type User = SignedIn & { isGreedy: boolean; center: readonly [number, number] }

async function send<Answer>({ app }: TestApp, { cookie }: SignedIn, url: string, payload?: object): Promise<Answer> {
  const response = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { cookie },
    ...(payload && { payload }),
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Answer>()
}

/** Pulls some pages of leads around a place, without those that the user has. */
async function pull(product: TestApp, user: User): Promise<Lead[]> {
  const [north, east] = user.center
  const search = {
    businessCategory: 'plumbers',
    location: `${BOULDER.lat + north}, ${BOULDER.lon + east}`,
    radius: 5,
    confirmed: true,
    skipOwned: true,
  }
  const first = await send<SearchResult>(product, user, '/api/search', search)
  const leads = [...first.leads]
  let page: Pick<SearchResult, 'leads' | 'nextPageToken'> = first
  for (let n = 1; n < PAGES_A_MONTH && page.nextPageToken !== null; n++) {
    const query = `searchId=${first.search.id}&pageToken=${encodeURIComponent(page.nextPageToken)}`
    page = await send<SearchResult>(product, user, `/api/search/next?${query}`)
    leads.push(...page.leads)
  }
  return leads
}

type Reporter = { user: User; businesses: readonly Business[]; random: () => number }

function isReported({ businessName, phoneNumber }: Lead, { user, businesses, random }: Reporter): boolean {
  if (user.isGreedy) return true
  const digits = phoneNumber?.replaceAll(/\D/g, '')
  const business = businesses.find(
    ({ name, phones }) => name === businessName && (digits === undefined || phones?.[0]?.endsWith(digits) === true),
  )
  if (business?.isOpen !== false) return random() < HONEST.reportsByMistake
  return random() < HONEST.calls * HONEST.reportsClosed
}

/** Reports as many leads as fit. Nobody decides about reports that wait, and an account with too many of them is refused. */
async function report({ app }: TestApp, { cookie }: SignedIn, leads: readonly Lead[]): Promise<void> {
  if (leads.length === 0) return
  const leadIds = leads.slice(0, reportsPerCall).map(({ id }) => id)
  const payload = { leadIds, reason: 'closed' }
  const response = await app.inject({ method: 'POST', url: '/api/leads/reports', headers: { cookie }, payload })
  const isRefused = response.body.includes('TOO_MANY_REPORTS')
  if (response.statusCode !== 200 && !isRefused) throw new Error(response.body)
}

async function chores({ deps }: TestApp): Promise<void> {
  await correctReported(deps)
  await runDueJobs(deps, ['catalog'])
  await creditReports(deps)
}

const share = (count: number, of: number): string => (of === 0 ? 'none' : `${((100 * count) / of).toFixed(1)}%`)

type Result = { title: string; businesses: readonly Business[] }

async function print({ deps: { db } }: TestApp, { title, businesses }: Result): Promise<void> {
  const [pulls] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM lead WHERE NOT is_free')
  const credits = await db.query<{ evidence: string; count: number }>(
    `SELECT coalesce(evidence, state) AS evidence, count(*)::int AS count FROM lead_report GROUP BY 1 ORDER BY 2 DESC`,
  )
  const [returned] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM lead_return')
  const corrected = await db.query<{ key: string }>(
    `SELECT DISTINCT substr(place_keys[1], 10) AS key FROM place_override`,
  )
  const byId = new Map(businesses.map(business => [business.id, business]))
  const places = corrected.flatMap(({ key }) => byId.get(key) ?? [])
  console.log(`${title}: ${pulls?.count} pulls, credited ${share(returned?.count ?? 0, pulls?.count ?? 0)}`)
  console.log(`  reports: ${credits.map(({ evidence, count }) => `${evidence} ${count}`).join(', ')}`)
  const noticed = places.filter(({ isListed, status }) => !isListed || status !== null)
  console.log(
    `  ${places.length} places corrected: ${share(places.filter(({ isOpen }) => !isOpen).length, places.length)} are closed; a release has noticed ${noticed.length} of them so far, ${share(noticed.filter(({ isOpen }) => !isOpen).length, noticed.length)} because they are closed`,
  )
}
