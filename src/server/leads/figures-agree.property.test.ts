import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Analytics, noWebsite, ownWebsite } from '#contract/admin/analytics.ts'
import { isReturned } from '#contract/leads/lead-report.ts'
import { type Lead, leadFilterFields, leadQuality, type LeadSummary, YesOrNo } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog } from '#tests/support/imports.ts'
import { FOLLOW_UP, HOT, release, step, type Step, USERS } from '#tests/support/lead-steps.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'
import { createStepTaker, type StepTaker } from '#tests/support/step-taker.ts'

const filters: [Record<string, string>, (lead: Lead) => boolean][] = [
  [{ quality: 'high' }, lead => leadQuality(lead.qualityScore) === 'high'],
  [{ quality: 'medium' }, lead => leadQuality(lead.qualityScore) === 'medium'],
  [{ quality: 'low' }, lead => leadQuality(lead.qualityScore) === 'low'],
  [{ hasWebsite: 'true' }, lead => lead.hasWebsite],
  [{ hasWebsite: 'false' }, lead => !lead.hasWebsite],
  [{ hasPhone: 'true' }, lead => lead.phoneNumber !== null],
  [{ hasPhone: 'false' }, lead => lead.phoneNumber === null],
  [{ hasEmail: 'true' }, lead => lead.email !== null],
  [{ state: 'CO' }, lead => lead.state === 'CO'],
  [{ text: 'new plumbing' }, lead => lead.businessName.startsWith('New Plumbing')],
  [{ status: 'new' }, lead => lead.status === 'new'],
  [{ status: 'contacted' }, lead => lead.status === 'contacted'],
  [{ status: 'contacted', hasPhone: 'true' }, lead => lead.status === 'contacted' && lead.phoneNumber !== null],
  [{ tag: HOT }, lead => lead.tags.includes(HOT)],
  [{ status: 'new', tag: HOT }, lead => lead.status === 'new' && lead.tags.includes(HOT)],
  [{ followUpBy: FOLLOW_UP }, lead => lead.followUpOn === FOLLOW_UP],
  [{ website: 'none' }, lead => lead.website === null],
  [{ website: 'social' }, lead => lead.website !== null && !lead.hasWebsite],
  [{ website: 'broken' }, lead => lead.site?.missing.includes('works') === true],
  [
    { gradeAtMost: 'D', missing: 'booking,analytics', shows: 'https' },
    lead => lead.site?.grade === 'D' && lead.site.missing.includes('booking') && lead.site.shows.includes('https'),
  ],
  [{ platform: 'wix' }, lead => lead.site?.platform === 'Wix'],
  [
    { profileOn: 'facebook' },
    lead => lead.socials?.some(profile => profile.startsWith('https://www.facebook.com/')) === true,
  ],
  [{ text: '440-0001' }, lead => lead.phoneNumber?.endsWith('440-0001') === true],
]

test('every filter of a list of leads is compared', () => {
  const compared = new Set(filters.flatMap(([filter]) => Object.keys(filter)))
  expect(Object.keys(leadFilterFields(YesOrNo)).filter(name => !compared.has(name))).toEqual([])
})

const lineOf = ({ phoneNumber, businessName }: Lead): string => `${phoneNumber} ${businessName.toLowerCase()}`

/** The cases are the same on both databases, so the embedded one gets only the first of them. */
const numRunsOn = env.FAULTS === 'all' ? { postgres: 12, embedded: 6 } : { postgres: 3, embedded: 1 }

describeOnBothDatabases('after any changes to the places of leads', (open, kind) => {
  let product: TestApp
  let steps: StepTaker
  let folder: string
  let corrected = 0
  let copiedChecks = 0
  const matched = new Set<Record<string, string>>()

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'figures-agree-'))
    steps = createStepTaker(product, folder)
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const db = () => product.deps.db
  const get = <T>(user: SignedIn, url: string, query?: Record<string, string>) => steps.get<T>(user, url, query)

  /** Reports limit scores and take places out of searches as long as they are in force, and leave no trace. */
  async function assertCorrected(): Promise<void> {
    await runDueJobs(product.deps)
    const marked = await db().query<{ isReported: boolean; isLimited: boolean; quality: number; effects: string[] }>(
      `SELECT p.flags & ${placeFlags.reported} <> 0 AS "isReported", p.score_lines LIKE '%limit:reported-%' AS "isLimited",
         p.quality, ARRAY(SELECT o.effect FROM place_override o WHERE o.ended_at IS NULL AND EXISTS (
           SELECT FROM place m WHERE (m.id = p.id OR m.merged_into = p.id) AND ${placeKey('m')} = ANY (o.place_keys))) AS effects
       FROM place p ORDER BY p.id`,
    )
    expect(marked.filter(({ isReported, isLimited }) => isReported !== isLimited)).toEqual([])
    const limited = marked.filter(({ isReported }) => isReported)
    expect(limited.filter(({ quality, effects }) => quality > 39 || effects.length === 0)).toEqual([])
    corrected += limited.length
    await steps.take({ kind: 'uncorrect' })
    const traces = await db().query(
      `SELECT p.name FROM place p WHERE p.flags & ${placeFlags.reported} <> 0 OR p.score_lines LIKE '%limit:reported-%'
         OR p.is_offered <> (p.merged_into IS NULL AND p.flags & ${placeFlags.suppressed} = 0)`,
    )
    expect(traces).toEqual([])
  }

  /** Compares every figure of a user with the leads that the user sees. */
  async function assertAgreement(user: SignedIn): Promise<number> {
    const all = await get<Lead[]>(user, '/api/leads')
    await assertTrue(all)
    for (const { sum, balance } of await ledgerSums(db(), user)) expect(sum).toBe(balance)
    await assertSet(user, all, {})
    await assertAnalytics(user, all)
    const shown = new Map(all.map(lead => [lineOf(lead), lead]))
    const searches = await get<{ id: number }[]>(user, '/api/searches')
    for (const [index, { id }] of searches.entries()) {
      const found = await get<Lead[]>(user, '/api/leads', { searchId: String(id) })
      if (index === 0) await assertSet(user, found, { searchId: String(id) })
      // A business that is gone never hides an existing one with the same phone and name.
      const hidden = found.filter(
        lead => lead.isListed && lead.phoneNumber !== null && shown.get(lineOf(lead))?.isListed === false,
      )
      expect(hidden).toEqual([])
    }
    return all.length
  }

  /** Each lead has a copy of the check of its website. */
  async function assertCopied(): Promise<void> {
    const copied = ['score', 'grade', 'shows', 'missing', 'platform']
    const [copy, source] = [copied.map(name => `l.site_${name}`).join(), copied.map(name => `c.${name}`).join()]
    const [row] = await db().query<{ checked: number; wrong: number }>(
      `SELECT count(c.domain)::int AS checked, count(*) FILTER (WHERE (${copy}) IS DISTINCT FROM (${source}))::int AS wrong
       FROM lead l LEFT JOIN site_check c ON c.domain = l.site_domain`,
    )
    copiedChecks += row?.checked ?? 0
    expect(row?.wrong).toBe(0)
  }

  /** The four cards, every filter, and the export, for all leads or one search. */
  async function assertSet(user: SignedIn, leads: Lead[], query: { searchId?: string }): Promise<void> {
    const counts = Object.groupBy(leads, lead => leadQuality(lead.qualityScore))
    expect(await get<LeadSummary>(user, '/api/leads/summary', query)).toEqual({
      total: leads.length,
      high: counts.high?.length ?? 0,
      medium: counts.medium?.length ?? 0,
      low: counts.low?.length ?? 0,
      states: [...new Set(leads.flatMap(({ state }) => state ?? []))].toSorted(),
    })
    for (const [filter, matches] of filters) {
      const page = await get<ListPage<Lead>>(user, '/api/leads', { ...query, ...filter, limit: '200' })
      const ids = leads.filter(matches).map(({ id }) => id)
      if (ids.length > 0) matched.add(filter)
      expect([filter, page.total, page.items.map(({ id }) => id)]).toEqual([filter, ids.length, ids])
    }
    const body = query.searchId === undefined ? {} : { searchId: Number(query.searchId) }
    const exported = await steps.post(user, '/api/export', body)
    expect(exported.statusCode).toBe(200)
    const lines = exported.body
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(','))
    const given = leads.filter(lead => !lead.doNotContact && !isReturned(lead))
    expect(lines.map(([name, , phoneNumber, site]) => [name, phoneNumber, site])).toEqual(
      given.map(lead => [lead.businessName, lead.phoneNumber ?? '', lead.website ?? '']),
    )
    expect(lines.map(line => line.at(-1))).toEqual(given.map(({ isListed }) => (isListed ? 'yes' : 'no')))
  }

  async function assertAnalytics(user: SignedIn, all: Lead[]): Promise<void> {
    const figures = await get<Analytics>(user, '/api/analytics')
    const sources: Record<string, number> = {}
    for (const { website: site } of all) {
      const name = site === null ? noWebsite : site.includes('facebook.com') ? 'facebook.com' : ownWebsite
      sources[name] = (sources[name] ?? 0) + 1
    }
    expect([figures.totalLeads, figures.leadSources]).toEqual([all.length, sources])
    for (const map of [figures.leadsByBusinessCategory, figures.leadsByLocation])
      expect(Object.values(map).reduce((sum, count) => sum + count, 0)).toBe(all.length)
    const bands = figures.advanced?.quality.map(({ leads }) => leads) ?? []
    const bandOf = [80, 60, 40, 20, 0].map(
      (from, index, all_) => all.filter(({ qualityScore: q }) => q >= from && q < (all_[index - 1] ?? 101)).length,
    )
    expect(bands).toEqual(bandOf)
    expect(figures.advanced?.states.map(({ state, leads }) => [state, leads]) ?? []).toEqual(
      all.length === 0 ? [] : [['CO', all.length]],
    )
  }

  /** Each lead matches its place, read independently from the catalog, and each phone and name has one lead. */
  async function assertTrue(all: Lead[]): Promise<void> {
    const places = await db().query<{
      id: number
      key: string
      name: string
      phone: string | null
      website: string | null
    }>(
      `SELECT CASE WHEN d.name = d.source THEN d.source ELSE d.source || '/' || d.name END || ':' || p.source_id AS key,
         h.id, h.name, h.phone::text, h.website FROM place p JOIN place h ON h.id = coalesce(p.merged_into, p.id)
       JOIN dataset d ON d.id = p.dataset_id`,
    )
    const keys = await db().query<{ id: number; key: string }>('SELECT id, place_key AS key FROM lead')
    const placeOf = new Map(places.map(place => [place.key, place]))
    const keyOf = new Map(keys.map(({ id, key }) => [id, key]))
    for (const lead of all) {
      const place = placeOf.get(keyOf.get(lead.id) ?? '')
      if (place === undefined || lead.doNotContact || isReturned(lead)) continue
      const digits = lead.phoneNumber?.replaceAll(/\D/g, '') ?? null
      expect([lead.businessName, digits && `1${digits}`, lead.website]).toEqual([
        place.name,
        place.phone,
        place.website,
      ])
    }
    const lines = all.flatMap(lead => (lead.phoneNumber === null ? [] : lineOf(lead)))
    expect(new Set(lines).size).toBe(lines.length)
    const shown = all.flatMap(({ id }) => placeOf.get(keyOf.get(id) ?? '')?.id ?? [])
    expect(new Set(shown).size).toBe(shown.length)
  }

  test('cards, filters, lists, analytics, and exports agree for every user', async () => {
    const numRuns = numRunsOn[kind]
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12, size: 'max' }), async taken => {
        await emptyCatalog(db())
        await db().query('TRUNCATE suppression, place_override')
        await db().query('DELETE FROM site_visit')
        await runDueJobs(product.deps)
        const users = await Promise.all(Array.from({ length: USERS }, () => signUp(product.app)))
        steps.state.users = users
        // All unconfirmed accounts of a network share one limit of exports.
        await db().query('UPDATE user_account SET email_verified_at = created_at')
        for (const { user } of users) await grantPlan(product.deps, { username: user.username, tier: 'elite' })
        const all = [
          { kind: 'release', places: fc.sample(release, { seed: 5, numRuns: 1 })[0] ?? [] },
          { kind: 'pull', user: 0, words: 'plumbers', skipOwned: false },
          ...['ann-plumbing.org', 'bob-plumbing.org'].map(domain => ({
            kind: 'visit',
            domain,
            facts: [{ kind: 'platform', value: 'Wix' }],
          })),
          { kind: 'know', user: 1, rows: [0, 1, 2].map(number => ({ at: 0, phone: number, website: null })) },
          { kind: 'pull', user: 1, words: 'plumbers', skipOwned: true },
          { kind: 'report', user: 0, at: 0, reason: 'closed' },
          { kind: 'work', user: 0, at: 1, action: { kind: 'status', status: 'contacted' } },
          { kind: 'work', user: 0, at: 2, action: 'tag' },
          { kind: 'work', user: 0, at: 3, action: { kind: 'followUp', on: FOLLOW_UP } },
          { kind: 'work', user: 1, at: 0, action: { kind: 'status', status: 'contacted' } },
          ...taken,
        ] as Step[]
        for (const [index, next] of all.entries()) {
          await steps.take(next)
          await assertCopied()
          // A wrong figure stays wrong, and comparing takes much longer than a step.
          if (index % 3 === 0 || next === all.at(-1)) for (const user of users) compared += await assertAgreement(user)
        }
        await assertCorrected()
      }),
      { numRuns, seed: 23, endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(8 * numRuns)
    expect(steps.state.reported.credited).toBeGreaterThan(numRuns / 2)
    expect(steps.state.knownFound).toBeGreaterThan(numRuns / 6)
    expect(steps.state.worked).toBeGreaterThan(2.5 * numRuns)
    expect(corrected).toBeGreaterThan(numRuns / 2)
    expect(copiedChecks).toBeGreaterThan(10 * numRuns)
    // A filter that finds nothing in all cases is not compared.
    const unused = filters.map(([filter]) => filter).filter(filter => !matched.has(filter))
    expect(kind === 'postgres' ? unused : []).toEqual([])
  })
})
