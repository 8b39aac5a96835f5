import { z } from 'zod'
import type { FileFact, Fill } from '#contract/leads/filled-files.ts'
import { plans } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { ListedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { limitPulls } from '#server/features/searches/pull-limit.usecases.ts'
import { chooseLeads, type ChosenPage, comparePage } from '#server/leads/choose-leads.usecases.ts'
import { keepLeads } from '#server/leads/keep-leads.usecases.ts'
import { lockLeads, withLeads } from '#server/leads/own-lead.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { lockQuota, type Month, payFor } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import { type Job, queueInTurn, runSteps } from '#server/platform/jobs/job.ts'
import { holderOf, type LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import { bitsOf, type RowChange } from './file-facts.ts'
import { assertRoom, workedFile } from './file-summary.usecases.ts'
import * as files from './filled-files.repository.ts'
import { type CurrentRow, currentRows, type Judging, type WorkedPlace } from './judge-rows.usecases.ts'
import { setStates } from './known-changes.repository.ts'
import { kindOfFact } from './row-differences.ts'

/** The number of rows per transaction. On the embedded database, all other requests wait for it. */
const STEP_ROWS = 20

const Payload = z.object({ fileId: z.number().int(), run: z.number().int() })
type Payload = z.infer<typeof Payload>

/** Fills a file in steps. A step charges for its new leads and stores what its rows get, in one transaction. */
export const fillJob: Job<Payload, Deps> = {
  name: 'known-fill',
  queue: 'jobs',
  payload: Payload,
  run: (deps, payload, attempt) => runSteps(deps, { job: fillJob, payload, attempt }, () => fillStep(deps, payload)),
}

/** Goes on filling files that have no job, for example after a backup was restored. */
export const continueFilling = async (deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> =>
  queueMissing(deps, fillJob, await files.runningFills(deps.db))

type Wish = LimitedCaller & { account: Account; id: number; facts: FileFact[]; maxPulls: number }

/** Begins to fill a file. A file that was filled before only gets what it has not got yet. */
export function startFilling(deps: Deps, wish: Wish): Promise<Fill> {
  const { account, id, facts, maxPulls } = wish
  const holder = holderOf(wish)
  return withLeads(deps.db, account.id, async tx => {
    const { state, rows, fill } = await workedFile(tx, { account, id, isLocked: true })
    if (state !== 'done' || fill?.state === 'running') throw new Refusal('FILE_BUSY')
    await assertRoom(tx, account, { id, rows })
    const run = (fill?.run ?? 0) + 1
    const started: files.StoredFill = { state: 'running', facts, maxPulls, row: 0, pulls: 0, filled: 0, run, holder }
    await files.saveFill(tx, id, started)
    await queueInTurn(deps, tx, fillJob, { payloads: [{ fileId: id, run }], holder })
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

/** Refusals at which filling stops, so that it can go on later, or, if the account was deleted, ends quietly. */
const stops = new Set<string>([
  'QUOTA_EXCEEDED',
  'UNCONFIRMED_LIMIT',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_FILLED_ROWS',
  'NOT_SIGNED_IN',
])

/**
 * Fills the next rows. Near the end of the quota, it goes on row by row. For a disabled account, it stops. Returns
 * false if nothing is left to do.
 */
async function fillStep(deps: Deps, payload: Payload): Promise<boolean> {
  const userId = await files.ownerOfFile(deps.db, payload.fileId)
  const account = userId === undefined ? undefined : await readAccount(deps, userId)
  if (account === undefined) return false
  for (const limit of account.isDisabled ? [] : [STEP_ROWS, 1]) {
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
  const { db, clock, catalog } = deps
  const read = await refreshLeads(deps, account.id)
  const now = clock.now()
  // On PostgreSQL, the user's own calls would wait for locks that are held until others have nothing to do.
  const turns = db.kind === 'embedded' ? db.background : db
  return turns.transaction(async tx => {
    const [held] = await lockQuota(tx, { account, now }, () => lockLeads(tx, account.id))
    const file = await files.findWorkedFile(tx, { userId: account.id, id: fileId, isLocked: true })
    // Another process, or a cancellation, may have been faster.
    if (file?.fill?.run !== run || file.fill.state !== 'running') return false
    if ((await catalogVersion(tx)) !== read.version) return true
    // The plan may have ended, or become smaller, since filling began. Its rows are for the oldest files.
    if (file.rowsThrough > plans[account.tier].filledRows) throw new Refusal('TOO_MANY_FILLED_ROWS')
    const { fill } = file
    const judging = { userId: account.id, snapshot: read.snapshot, gazetteer: catalog.gazetteer }
    const due = await dueRows(tx, { ...judging, fileId, fill, limit })
    const atMost = fill.maxPulls - fill.pulls
    const giving = { account, holder: fill.holder, fileId, read, held, atMost, now }
    const { taken, cost } = await giveRows(tx, giving, due.rows)
    const isCut = taken.length < due.rows.length
    const isOver = !isCut && due.isLast
    const row = isCut ? (taken.at(-1)?.row.row ?? fill.row) : due.through
    const state = isCut && atMost === cost ? 'stopped' : isOver ? 'done' : 'running'
    await files.saveFill(tx, fileId, { ...fill, row, pulls: fill.pulls + cost, state })
    return state === 'running'
  })
}

export type DueRow = { row: files.StoredRow; place: WorkedPlace; changes: RowChange[]; others: RowChange[] }

/** The next rows that get something, with what they get now. */
async function dueRows(
  tx: Queryable,
  { fileId, fill, limit, ...judging }: Judging & { fileId: number; fill: Fill; limit: number },
): Promise<{ rows: DueRow[]; through: number; isLast: boolean }> {
  const stored = await files.fillableRows(tx, { fileId, after: fill.row, bits: bitsOf(fill.facts), limit })
  const current = await currentRows(tx, judging, stored)
  // A business may have become one not to contact since the rows were compared. What it has is not offered again.
  await files.saveJudged(
    tx,
    fileId,
    current.map(({ now }) => now),
  )
  const rows = current.flatMap(row => dueRow(row, fill.facts))
  return { rows, through: stored.at(-1)?.row ?? fill.row, isLast: stored.length < limit }
}

/** What a row gets of these facts. */
export function dueRow({ row, now: { place, changes } }: CurrentRow, wanted: readonly FileFact[]): DueRow[] {
  const own = changes.filter(({ fact }) => wanted.includes(fact))
  if (place === null || own.length === 0) return []
  return [{ row, place, changes: own, others: changes.filter(one => !own.includes(one)) }]
}

export type Giving = {
  account: Account
  holder: string
  fileId: number
  read: { snapshot: CatalogSnapshot; version: number; doNotContactVersion: number }
  held: Month
  atMost: number
  now: Date
}

/**
 * Makes the businesses of rows leads of the user, charges for the new ones, and stores what the rows get. Stops before
 * the first one that the user cannot pay for, and throws QUOTA_EXCEEDED if that is the first of all. The caller has locked
 * the quota, the leads, and the file.
 */
export async function giveRows(
  tx: Queryable,
  { account, holder, fileId, read, held, atMost, now }: Giving,
  rows: readonly DueRow[],
): Promise<{ taken: readonly DueRow[]; cost: number }> {
  const { snapshot: catalog, version, doNotContactVersion } = read
  const places = [...new Map(rows.map(({ place: { place } }) => [place.id, place])).values()]
  const compared = await comparePage(tx, { account, places, catalog, version, doNotContactVersion })
  const chosen = await chooseLeads(tx, compared, { center: null, held, atMost })
  await limitPulls(tx, { account, holder }, { pulls: chosen.cost, now })
  await payFor(tx, { account, cost: { searches: 0, pulls: chosen.cost }, held, searchId: null, now })
  await keepLeads(tx, { account, catalog, searchId: null, chosen, firstPosition: 0, now })
  const taken = rowsTaken(rows, places, chosen)
  const given = taken.map(row => filledRow(row, now))
  await files.saveFilled(tx, fileId, given)
  await setStates(tx, fileId, taken.flatMap(changesTaken), 'accepted')
  return { taken, cost: chosen.cost }
}

const changesTaken = ({ row: { row }, changes }: DueRow) =>
  changes.flatMap(({ fact }) => {
    const kind = kindOfFact(fact)
    return kind === undefined ? [] : [{ row, kind }]
  })

/** The rows at the start whose places the user has got. */
function rowsTaken(
  rows: readonly DueRow[],
  places: readonly ListedPlace[],
  { through }: ChosenPage,
): readonly DueRow[] {
  const end = rows.findIndex(({ place }) => place.place.id === places[through]?.id)
  return end === -1 ? rows : rows.slice(0, end)
}

const filledRow = ({ row, changes, others }: DueRow, now: Date) => ({
  row: row.row,
  facts: bitsOf(others.map(({ fact }) => fact)),
  filled: {
    changes: [...(row.filled?.changes ?? []), ...changes],
    on: now.toISOString().slice(0, 10),
    placeKey: row.placeKeys[0] ?? '',
  },
})
