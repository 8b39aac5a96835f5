import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { KnownFiles } from '#contract/leads/known-businesses.ts'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { isReturned } from '#contract/leads/lead-report.ts'
import type { ReportResult } from '#contract/leads/lead-reports.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { correctByReports, correctionJob, findReportedPlace } from '#server/catalog/corrections/corrections.usecases.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { addSuppression, removeSuppressionById } from '#server/catalog/suppression/suppression.usecases.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { doNotContactEntryOf } from '#server/leads/do-not-contact-entry.rules.ts'
import { addDoNotContactEntries, removeDoNotContactEntry } from '#server/leads/do-not-contact.usecases.ts'
import { lockLeads } from '#server/leads/own-lead.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { SignedIn, TestApp } from './app.ts'
import { runDueJobs } from './due-jobs.ts'
import { inBoulder, testDeps, writeCsv, writeOverture } from './imports.ts'
import { HOT, phoneOf, PHONES, type Step } from './lead-steps.ts'
import { uploadFile } from './upload-file.ts'
import { checkWith, visited } from './visited-sites.ts'

export type StepTaker = {
  take: (step: Step) => Promise<unknown>
  /** What a user reads. */
  get: <T>(user: SignedIn, url: string, query?: Record<string, string>) => Promise<T>
  post: (user: SignedIn, url: string, payload: object) => Promise<LightMyRequestResponse>
  state: {
    /** Who takes the steps. */
    users: SignedIn[]
    /** The reports so far, by what became of them. */
    reported: Record<string, number>
    /** The searches that found businesses that their user knew. */
    knownFound: number
    /** The changes of status, follow-up, and tags. */
    worked: number
  }
}

const poorCheck = {
  works: 'yes',
  https: 'yes',
  viewport: 'no',
  booking: 'no',
  analytics: 'no',
} as const

/** Takes the steps of `lead-steps.ts`: imports, entries of lists, and what users do. */
export function createStepTaker(product: TestApp, folder: string): StepTaker {
  const state: StepTaker['state'] = { users: [], reported: {}, knownFound: 0, worked: 0 }
  let releases = 0
  const { db } = product.deps
  const get = async <T>(user: SignedIn, url: string, query: Record<string, string> = {}): Promise<T> => {
    const response = await product.app.inject({ url, query, headers: { cookie: user.cookie } })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
    return response.json<T>()
  }
  const post = (user: SignedIn, url: string, payload: object) =>
    product.app.inject({ method: 'POST', url, payload, headers: { cookie: user.cookie } })

  const does: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => Promise<unknown> } = {
    release: async ({ places }) => {
      const files = [await writeOverture(folder, 'p.parquet', places)]
      await importPlaces(testDeps(db), { files, release: `2026-04-${String(++releases).padStart(2, '0')}.0` })
    },
    list: async ({ rows }) => {
      const lines = rows.map(row => {
        const { lat, lon } = { lat: inBoulder.lat + row.at / 1000, lon: inBoulder.lon }
        const number = row.phone === PHONES ? '' : phoneOf(row.phone)
        return `${row.name},${number},${row.website ?? ''},${100 + row.at} Pearl Street,80302,${lat},${lon},plumber`
      })
      const files = [await writeCsv(folder, 'own.csv', ['name,phone,website,address,zip,lat,lon,category', ...lines])]
      await importPlaces(testDeps(db), { files, listName: 'own', release: '2026-04-20' })
    },
    visit: async ({ domain, facts }) => {
      const listed = await db.query(`SELECT 1 FROM suppression WHERE kind = 'domain' AND value = $1`, [domain])
      if (listed.length > 0) return
      const check = checkWith(domain.startsWith('bob') ? poorCheck : { works: 'no' })
      await visited(db, domain, facts, 'read', facts.some(({ kind }) => kind === 'gone') ? null : check)
      await applySiteFacts({ db })
    },
    // A list that was never loaded cannot be dropped.
    drop: ({ source }) => dropPlaces(testDeps(db), source).catch(() => []),
    suppress: ({ entry }) => addSuppression(product.deps, entry, 'asked'),
    allow: async ({ entry: { kind, value } }) => {
      const listed = 'SELECT id FROM suppression WHERE kind = $1 AND value = $2 ORDER BY id'
      for (const { id } of await db.query<{ id: number }>(listed, [kind, value]))
        await removeSuppressionById(product.deps, id)
    },
    addEntry: ({ user, entry }) =>
      changeDoNotContact(user, async (tx, { userId, now }) =>
        addDoNotContactEntries(tx, { owner: { id: userId, tier: 'free' }, entries: [doNotContactEntryOf(entry)], now }),
      ),
    removeEntry: ({ user, entry }) =>
      changeDoNotContact(user, async (tx, own) => {
        const [listed] = await tx.query<{ id: number }>(
          'SELECT id FROM do_not_contact_entry WHERE user_id = $1 AND kind = $2 AND value = $3',
          [own.userId, entry.kind, entry.value],
        )
        return listed && removeDoNotContactEntry(tx, { ...own, id: listed.id })
      }),
    jobs: () => runDueJobs(product.deps),
    // A file of businesses that the user knows.
    know: async ({ user, rows }) => {
      const lines = rows.map(({ at, phone: number, website: site }) =>
        [
          `Old Plumbing ${'ABCDEFGHI'[at] ?? ''}`,
          number === PHONES ? '' : phoneOf(number),
          site ?? '',
          `${100 + at} Pearl Street`,
          '80302',
        ].join(','),
      )
      const knowing = state.users[user]
      if (knowing === undefined) return
      const sent = await uploadFile(
        { app: product.app, user: knowing },
        {
          url: '/api/known-files',
          query: { name: 'crm.csv', fields: 'name,phone,website,street,zip' },
          payload: ['Name,Phone,Website,Street,ZIP', ...lines].join('\n'),
        },
      )
      expect(sent.statusCode).toBe(200)
      await runDueJobs(product.deps)
    },
    forget: async ({ user }) => {
      const [asking] = state.users.slice(user)
      if (asking === undefined) return
      const { files } = await get<KnownFiles>(asking, '/api/known-files')
      for (const { id } of files.slice(0, 1))
        await product.app.inject({
          method: 'DELETE',
          url: `/api/known-files/${id}`,
          headers: { cookie: asking.cookie },
        })
    },
    pull: async ({ user, words, skipOwned }) => {
      const asking = state.users[user]
      if (asking === undefined) return
      const payload = { businessCategory: words, location: 'Boulder, CO', radius: 10, skipOwned }
      const preview = await post(asking, '/api/search/preview', payload)
      const answer = await post(asking, '/api/search', payload)
      if (answer.statusCode === 200)
        assertPreviewed(preview.json<SearchPreview>(), answer.json<SearchResult>(), skipOwned)
      // There may be no data yet.
      if (answer.statusCode !== 200) return expect(answer.json()).toMatchObject({ errorType: 'AREA_NOT_LOADED' })
      const { search, leads } = answer.json<SearchResult>()
      expect(await get<Lead[]>(asking, '/api/leads', { searchId: String(search.id) })).toEqual(leads)
      expect(leads.filter(isReturned)).toEqual([])
    },
    report: async ({ user, at, reason }) => {
      const asking = state.users[user]
      if (asking === undefined) return
      const leads = (await get<Lead[]>(asking, '/api/leads')).filter(({ report }) => report === null)
      const lead = leads[at % leads.length]
      if (lead === undefined) return
      const { reports } = (
        await post(asking, '/api/leads/reports', { leadIds: [lead.id], reason })
      ).json<ReportResult>()
      for (const { report } of reports) state.reported[report.state] = (state.reported[report.state] ?? 0) + 1
    },
    // Also on leads that "All Leads" does not list, because another one has their phone.
    work: async ({ user, at, action }) => {
      const asking = state.users[user]
      if (asking === undefined) return
      const own = await db.query<{ id: number }>('SELECT id FROM lead WHERE user_id = $1 ORDER BY id', [asking.user.id])
      const lead = own[at % own.length]
      if (lead === undefined) return
      const done = action === 'tag' ? { kind: 'addToList', listId: await tagOf(asking) } : action
      const answer = await post(asking, '/api/leads/actions', { leadIds: [lead.id], action: done })
      expect(answer.statusCode).toBe(200)
      state.worked += 1
    },
    // Other accounts have reported the place.
    correct: async ({ at, fault, witnesses }) => {
      const keys = await db.query<{ key: string }>(
        `SELECT ${placeKey('p')} AS key FROM place p WHERE p.merged_into IS NULL ORDER BY p.source_id`,
      )
      await db.transaction(async tx => {
        const place = await findReportedPlace(tx, keys[at % keys.length]?.key ?? '')
        const witnessIds = [1, 2, 3].slice(0, witnesses)
        if (place !== undefined) await correctByReports(product.deps, tx, { place, fault, witnessIds })
      })
    },
    uncorrect: async () => {
      const ended = await db.query<{ keys: string[] }>(
        `UPDATE place_override SET ended_at = now(), end_reason = 'expired' WHERE ended_at IS NULL RETURNING place_keys AS keys`,
      )
      await correctionJob.run(
        product.deps,
        { placeKeys: ended.flatMap(({ keys }) => keys) },
        { id: '', isFirst: true, isLast: true },
      )
    },
  }

  function assertPreviewed(
    { matches, owned, known }: SearchPreview,
    { total, leftOut }: SearchResult,
    skipOwned: boolean,
  ): void {
    const had = skipOwned ? (owned ?? 0) + (known ?? 0) : 0
    expect([total, leftOut.owned]).toEqual([matches - had, had])
    if ((known ?? 0) > 0) state.knownFound += 1
  }

  async function tagOf(user: SignedIn): Promise<number | undefined> {
    await post(user, '/api/lists', { name: HOT, kind: 'tag' })
    return (await get<{ lists: LeadList[] }>(user, '/api/lists')).lists.find(({ name }) => name === HOT)?.id
  }

  const changeDoNotContact = (
    user: number,
    change: (tx: Queryable, own: { userId: number; now: Date }) => Promise<unknown>,
  ) =>
    db.transaction(async tx => {
      const own = { userId: state.users[user]?.user.id ?? 0, now: product.deps.clock.now() }
      await lockLeads(tx, own.userId)
      await change(tx, own)
    })

  return { take: step => does[step.kind](step as never), get, post, state }
}
