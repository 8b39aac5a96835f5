import { z } from 'zod'
import { plans } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { queueListChanged } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { RowMatch } from '#server/catalog/recognize/match-row.ts'
import { recognize } from '#server/catalog/recognize/recognize.usecases.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type Job, runSteps } from '#server/platform/jobs/job.ts'
import { markDoubles } from './filled-files.repository.ts'
import { type Following, type Judging, judgeRows, keepJudged } from './judge-rows.usecases.ts'
import {
  businessesAfter,
  type ComparableBusiness,
  filesBehind,
  finishPass,
  lockPass,
  type Outcome,
  type Pass,
  savePass,
  saveOutcomes,
} from './known-businesses.repository.ts'
import { takeUntold } from './known-changes.repository.ts'

/** The number of rows per transaction. On the embedded database, all other requests wait for it. */
const STEP_ROWS = 250
/** The maximum time of one run. The next run continues, so that other chores do not wait long. */
const TURN_MS = 20_000

type MatchDeps = Pick<Deps, 'db' | 'catalog' | 'clock'>

/** Compares a new file with the catalog. If the process is killed, the next run continues where it stopped. */
export const knownMatchJob: Job<{ fileId: number }, Deps> = {
  name: 'known-match',
  queue: 'jobs',
  payload: z.object({ fileId: z.number().int() }),
  run: (deps, payload, attempt) =>
    runSteps(deps, { job: knownMatchJob, payload, attempt }, () => matchStep(deps, payload.fileId)),
}

/** After the catalog changes, compares the rows of all files again. */
export async function matchAgain(deps: MatchDeps): Promise<void> {
  const end = performance.now() + TURN_MS
  const faults: unknown[] = []
  for (const { id } of await filesBehind(deps.db, await catalogVersion(deps.db))) {
    try {
      while (performance.now() < end && (await matchStep(deps, id)));
    } catch (error) {
      // A failure for one file must not stop the others.
      faults.push(error)
    }
    if (performance.now() > end) break
  }
  if (faults.length > 0) throw faults[0]
}

/** Compares the next rows of a file. Returns false if all rows have been compared with the current catalog. */
async function matchStep({ db, catalog, clock }: MatchDeps, fileId: number): Promise<boolean> {
  const snapshot = await catalog.refresh()
  return db.transaction(async tx => {
    const pass = await lockPass(tx, fileId)
    const version = await catalogVersion(tx)
    if (pass === undefined || pass.version === version) return false
    // The catalog has changed since the snapshot.
    if (version !== snapshot.version) return true
    const after = pass.passVersion === version ? pass.passRow : 0
    const businesses = await businessesAfter(tx, { fileId, after, limit: STEP_ROWS })
    const following = (await isFollowing(tx, clock, pass)) ? { hasBaseline: pass.hasBaseline, now: clock.now() } : null
    await compareRows(tx, { fileId, pass, snapshot, gazetteer: catalog.gazetteer, following }, businesses)
    const last = businesses.at(-1)
    if (last !== undefined && businesses.length === STEP_ROWS) {
      await savePass(tx, fileId, { passVersion: version, passRow: last.row })
      return true
    }
    await markDoubles(tx, fileId)
    await finishPass(tx, fileId, { version, hasBaseline: pass.hasBaseline || following !== null })
    if (following !== null) await tellOfChanges(tx, { fileId, pass, now: following.now })
    return false
  })
}

/** The plan's rows are for the oldest files that are filled or followed. The others are followed again if they fit. */
async function isFollowing(tx: Queryable, clock: Deps['clock'], pass: Pass): Promise<boolean> {
  if (!pass.isFollowed) return false
  const account = await readAccount({ db: tx, clock }, pass.userId)
  return account !== undefined && pass.rowsThrough <= plans[account.tier].filledRows
}

async function tellOfChanges(tx: Queryable, { fileId, pass, now }: { fileId: number; pass: Pass; now: Date }) {
  const changes = await takeUntold(tx, fileId)
  if (Object.keys(changes).length > 0)
    await queueListChanged(tx, { userId: pass.userId, fileId, name: pass.name, changes, now })
}

type Comparing = Pick<Judging, 'snapshot' | 'gazetteer'> & {
  fileId: number
  pass: Pass
  following: Following | null
}

/** Stores which places rows are: for searches that leave them out, and for the file that is filled. */
export async function compareRows(
  tx: Queryable,
  { fileId, pass: { userId, isLeftOut }, snapshot, gazetteer, following }: Comparing,
  businesses: readonly ComparableBusiness[],
): Promise<void> {
  const readable = businesses.filter(({ problem }) => problem === null)
  const recognized = await recognize(tx, gazetteer, readable)
  const outcomes = readable.flatMap((business, index) => {
    const { by, places } = recognized[index] ?? { by: 'none', places: [] }
    const found = isLeftOut ? JSON.stringify(places.map(({ key, phone }) => [key, phone])) : ''
    // Other businesses with the phone are not known.
    const phone = by === 'phone' && places.every(place => place.phone === null) ? null : business.phone
    return isNew(business, by, found) ? [{ row: business.row, match: by, found, phone, places }] : []
  }) satisfies Outcome[]
  await saveOutcomes(tx, { userId, fileId, isLeftOut, outcomes })
  const matches = new Map(readable.map(({ row }, index) => [row, recognized[index]?.row ?? nothing]))
  const rows = businesses.map(row => ({ row, match: matches.get(row.row) ?? nothing }))
  const judged = await judgeRows(tx, { userId, snapshot, gazetteer }, rows)
  await keepJudged(tx, { fileId, userId, following }, { before: businesses, judged })
}

const nothing: RowMatch = { match: 'none', keys: [] }

const isNew = ({ match, found }: ComparableBusiness, by: string, now: string): boolean => match !== by || found !== now
