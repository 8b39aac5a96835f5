import { z } from 'zod'
import type { FileFact, Fill } from '#contract/leads/filled-files.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { ListedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { limitPulls } from '#server/features/searches/pull-limit.usecases.ts'
import { chooseLeads, type ChosenPage, comparePage } from '#server/leads/choose-leads.usecases.ts'
import { keepLeads } from '#server/leads/keep-leads.usecases.ts'
import { lockLeads } from '#server/leads/own-lead.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import { type Job, queueInTurn, runSteps } from '#server/platform/jobs/job.ts'
import { holderOf, type LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import { bitsOf, type RowChange } from './file-facts.ts'
import { assertRoom, workedFile } from './file-summary.usecases.ts'
import * as files from './filled-files.repository.ts'
import { placesOfKeys, rowChanges, type WorkedPlace } from './judge-rows.usecases.ts'

/** The number of rows per transaction. On the embedded database, all other requests wait for it. */
const STEP_ROWS = 100

const Payload = z.object({ fileId: z.number().int(), run: z.number().int() })
type Payload = z.infer<typeof Payload>

/** Fills a file in steps. A step charges for its new leads and stores what its rows get, in one transaction. */
export const fillJob: Job<Payload, Deps> = {
  name: 'known-fill',
  queue: 'jobs',
  payload: Payload,
  run: async (deps, payload, attempt) => {
    const userId = await files.ownerOfFile(deps.db, payload.fileId)
    const account = userId === undefined ? undefined : await readAccount(deps, userId)
    if (account === undefined) return
    await runSteps(deps, { job: fillJob, payload, attempt }, () => fillStep(deps, account, payload))
  },
}

/** Goes on filling files that have no job, for example after a backup was restored. */
export const continueFilling = async (deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  queueMissing(deps, fillJob, await files.runningFills(deps.db))

type Wish = LimitedCaller & { account: Account; id: number; facts: FileFact[]; maxPulls: number }

/** Begins to fill a file. A file that was filled before only gets what it has not got yet. */
export function startFilling(deps: Deps, wish: Wish): Promise<Fill> {
  const { account, network, id, facts, maxPulls } = wish
  return deps.db.transaction(async tx => {
    await lockLeads(tx, account.id)
    const { state, rows, fill } = await workedFile(tx, { account, id, isLocked: true })
    if (state !== 'done' || fill?.state === 'running') throw new Refusal('FILE_BUSY')
    await assertRoom(tx, account, { id, rows })
    const run = (fill?.run ?? 0) + 1
    const started: files.StoredFill = { state: 'running', facts, maxPulls, row: 0, pulls: 0, filled: 0, run, network }
    await files.saveFill(tx, id, started)
    await queueInTurn(deps, tx, fillJob, { payloads: [{ fileId: id, run }], holder: holderOf(wish) })
    return { ...started, filled: await files.countFilled(tx, id) }
  })
}

/** Stops filling. What was filled and paid stays. */
export function cancelFilling({ db }: Deps, asked: { account: Account; id: number }): Promise<Fill> {
  return db.transaction(async tx => {
    const { fill } = await workedFile(tx, { ...asked, isLocked: true })
    if (fill === null) throw new Refusal('NOT_FOUND')
    const ended = fill.state === 'running' ? ({ ...fill, state: 'canceled' } as const) : fill
    await files.saveFill(tx, asked.id, ended)
    return { ...ended, filled: await files.countFilled(tx, asked.id) }
  })
}

/** The limits at which filling stops; it can go on later. */
const stops = new Set<string>(['QUOTA_EXCEEDED', 'UNCONFIRMED_LIMIT', 'TOO_MANY_REQUESTS'])

/** Fills the next rows. Near the end of the quota, it goes on row by row. Returns false if nothing is left to do. */
async function fillStep(deps: Deps, account: Account, payload: Payload): Promise<boolean> {
  for (const limit of [STEP_ROWS, 1]) {
    try {
      return await fillRows(deps, account, { ...payload, limit })
    } catch (error) {
      if (!(error instanceof Refusal) || !stops.has(error.errorType)) throw error
    }
  }
  await deps.db.transaction(async tx => {
    const file = await files.findWorkedFile(tx, { userId: account.id, id: payload.fileId, isLocked: true })
    if (file?.fill?.run === payload.run && file.fill.state === 'running')
      await files.saveFill(tx, file.id, { ...file.fill, state: 'stopped' })
  })
  return false
}

type Portion = Payload & { limit: number }

async function fillRows(deps: Deps, account: Account, { fileId, run, limit }: Portion): Promise<boolean> {
  const { db, clock } = deps
  const userId = account.id
  const { snapshot, version, doNotContactVersion } = await refreshLeads(deps, userId)
  const now = clock.now()
  return db.transaction(async tx => {
    const seen = await files.findWorkedFile(tx, { userId, id: fileId })
    if (seen?.fill == null || !isRunning(seen.fill, run)) return false
    if ((await catalogVersion(tx)) !== version) return true
    const due = await dueRows(tx, { userId, snapshot, fileId, fill: seen.fill, limit })
    const places = distinctPlaces(due.rows)
    const [held, compared] = await lockQuota(tx, { account, now }, () =>
      comparePage(tx, { account, places, catalog: snapshot, version, doNotContactVersion }),
    )
    // Another process, or a cancellation, may have been faster.
    const file = await files.findWorkedFile(tx, { userId, id: fileId, isLocked: true })
    if (file?.fill == null || !isRunning(file.fill, run) || file.fill.row !== seen.fill.row) return file !== undefined
    const { fill } = file
    const chosen = await chooseLeads(tx, compared, { center: null, held, atMost: fill.maxPulls - fill.pulls })
    await limitPulls(tx, { account, network: fill.network }, { pulls: chosen.cost, now })
    await payFor(tx, { account, cost: { searches: 0, pulls: chosen.cost }, held, searchId: null, now })
    await keepLeads(tx, { account, catalog: snapshot, searchId: null, chosen, firstPosition: 0, now })
    const taken = rowsTaken(due.rows, places, chosen)
    await files.saveFilled(
      tx,
      fileId,
      taken.map(row => filledRow(row, now)),
    )
    const isCut = taken.length < due.rows.length
    const isOver = !isCut && due.isLast
    const row = isCut ? (taken.at(-1)?.row.row ?? fill.row) : due.through
    const state = isCut && fill.maxPulls - fill.pulls === chosen.cost ? 'stopped' : isOver ? 'done' : 'running'
    await files.saveFill(tx, fileId, { ...fill, row, pulls: fill.pulls + chosen.cost, state })
    return state === 'running'
  })
}

const isRunning = (fill: files.StoredFill, run: number): boolean => fill.state === 'running' && fill.run === run

type DueRow = { row: files.StoredRow; place: WorkedPlace; changes: RowChange[]; others: RowChange[] }

/** The next rows that get something, with what they get now. */
async function dueRows(
  tx: Queryable,
  {
    userId,
    snapshot,
    fileId,
    fill,
    limit,
  }: { userId: number; snapshot: CatalogSnapshot; fileId: number; fill: Fill; limit: number },
): Promise<{ rows: DueRow[]; through: number; isLast: boolean }> {
  const stored = await files.fillableRows(tx, { fileId, after: fill.row, bits: bitsOf(fill.facts), limit })
  const places = await placesOfKeys(
    tx,
    { userId, snapshot },
    stored.flatMap(({ placeKeys }) => placeKeys.slice(0, 1)),
  )
  const rows = stored.flatMap(row => {
    const place = places.get(row.placeKeys[0] ?? '')
    if (place === undefined || place.doNotContact) return []
    const all = rowChanges(row, place)
    const changes = all.filter(({ fact }) => fill.facts.includes(fact))
    return changes.length === 0 ? [] : [{ row, place, changes, others: all.filter(one => !changes.includes(one)) }]
  })
  return { rows, through: stored.at(-1)?.row ?? fill.row, isLast: stored.length < limit }
}

const distinctPlaces = (rows: readonly DueRow[]): ListedPlace[] => [
  ...new Map(rows.map(({ place: { place } }) => [place.id, place])).values(),
]

/** The rows at the start whose places the user has got. */
function rowsTaken(
  rows: readonly DueRow[],
  places: readonly ListedPlace[],
  { through }: ChosenPage,
): readonly DueRow[] {
  const first = places[through]
  if (first === undefined) return rows
  return rows.slice(
    0,
    rows.findIndex(({ place }) => place.place.id === first.id),
  )
}

const filledRow = ({ row, changes, others }: DueRow, now: Date) => ({
  row: row.row,
  facts: bitsOf(others.map(({ fact }) => fact)),
  filled: { changes: [...(row.filled?.changes ?? []), ...changes], on: now.toISOString().slice(0, 10) },
})
