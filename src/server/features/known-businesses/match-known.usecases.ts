import { z } from 'zod'
import type { RowMatch } from '#server/catalog/recognize/match-row.ts'
import { recognize } from '#server/catalog/recognize/recognize.usecases.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type Job, runSteps } from '#server/platform/jobs/job.ts'
import { markDoubles, saveJudged } from './filled-files.repository.ts'
import { type Judging, judgeRows } from './judge-rows.usecases.ts'
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

/** The number of rows per transaction. On the embedded database, all other requests wait for it. */
const STEP_ROWS = 250
/** The maximum time of one run. The next run continues, so that other chores do not wait long. */
const TURN_MS = 20_000

type MatchDeps = Pick<Deps, 'db' | 'catalog'>

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
async function matchStep({ db, catalog }: MatchDeps, fileId: number): Promise<boolean> {
  const snapshot = await catalog.refresh()
  return db.transaction(async tx => {
    const pass = await lockPass(tx, fileId)
    const version = await catalogVersion(tx)
    if (pass === undefined || pass.version === version) return false
    // The catalog has changed since the snapshot.
    if (version !== snapshot.version) return true
    const after = pass.passVersion === version ? pass.passRow : 0
    const businesses = await businessesAfter(tx, { fileId, after, limit: STEP_ROWS })
    await compareRows(tx, { fileId, pass, snapshot, gazetteer: catalog.gazetteer }, businesses)
    const last = businesses.at(-1)
    if (last !== undefined && businesses.length === STEP_ROWS) {
      await savePass(tx, fileId, { passVersion: version, passRow: last.row })
      return true
    }
    await markDoubles(tx, fileId)
    await finishPass(tx, fileId, version)
    return false
  })
}

type Comparing = Pick<Judging, 'snapshot' | 'gazetteer'> & { fileId: number; pass: Pass }

/** Stores which places rows are: for searches that leave them out, and for the file that is filled. */
export async function compareRows(
  tx: Queryable,
  { fileId, pass: { userId, isLeftOut }, snapshot, gazetteer }: Comparing,
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
  await saveJudged(tx, fileId, await judgeRows(tx, { userId, snapshot, gazetteer }, rows))
}

const nothing: RowMatch = { match: 'none', keys: [] }

const isNew = ({ match, found }: ComparableBusiness, by: string, now: string): boolean => match !== by || found !== now
