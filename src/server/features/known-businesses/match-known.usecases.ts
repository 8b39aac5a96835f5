import { z } from 'zod'
import { plans } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import { recognize, type RecognizedRow } from '#server/catalog/recognize/recognize.usecases.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type Job, runSteps } from '#server/platform/jobs/job.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { markDoubles, type WorkedFile } from './filled-files.repository.ts'
import {
  type DecidedRow,
  type Following,
  type Judging,
  judgeRows,
  keepJudged,
  placeBefore,
} from './judge-rows.usecases.ts'
import {
  businessesAfter,
  businessesSaying,
  type ComparableBusiness,
  filesBehind,
  finishPass,
  forgetFilled,
  type KnownPlace,
  lockFilesSaying,
  lockFile,
  type Outcome,
  savePass,
  saveOutcomes,
} from './known-businesses.repository.ts'
import { takeUntold } from './known-changes.repository.ts'

export { compareHidden } from './known-businesses.repository.ts'

/** The number of rows per transaction. On the embedded database, all other requests wait for it. */
const STEP_ROWS = 10
/** Rows of all files of a user that say the same. */
const SAME_ROWS = 250

type MatchDeps = Pick<Deps, 'db' | 'catalog' | 'clock'>

/** Compares a new file with the catalog. If the process is killed, the next run continues where it stopped. */
export const knownMatchJob: Job<{ fileId: number }, Deps> = {
  name: 'known-match',
  queue: 'jobs',
  payload: z.object({ fileId: z.number().int() }),
  run: (deps, payload, attempt) =>
    runSteps(deps, { job: knownMatchJob, payload, attempt }, () => matchStep(deps, payload.fileId)),
}

/**
 * After the catalog changes, compares the rows of all files again. Users take turns of one step. A file that a job compares
 * is left to it.
 */
export async function matchAgain(deps: MatchDeps): Promise<void> {
  const behind = await filesBehind(deps.db, await catalogVersion(deps.db))
  const waiting = new Set(Map.groupBy(behind, ({ userId }) => userId).values())
  await inOneTurn(waiting, async files => {
    waiting.delete(files)
    const file = files.shift()
    try {
      if (file !== undefined && (await matchStep(deps, file.id, true))) files.unshift(file)
    } finally {
      // Behind all others.
      if (files.length > 0) waiting.add(files)
    }
  })
}

/** Compares the next rows of a file. Returns false if all rows have been compared with the current catalog. */
async function matchStep({ db, catalog, clock }: MatchDeps, fileId: number, ifFree = false): Promise<boolean> {
  const snapshot = catalog.current()
  let isOld = false
  const hasMore = await db.background.transaction(async tx => {
    const file = await lockFile(tx, fileId, ifFree)
    const version = await catalogVersion(tx)
    if (file === undefined || file.version === version) return false
    isOld = version !== snapshot.version
    if (isOld) return true
    const after = file.passVersion === version ? file.passRow : 0
    const businesses = await businessesAfter(tx, { fileId, after, limit: STEP_ROWS })
    const following = await followingOf(tx, clock, file)
    await compareRows(tx, { file, snapshot, gazetteer: catalog.gazetteer, following }, businesses)
    const last = businesses.at(-1)
    if (last !== undefined && businesses.length === STEP_ROWS) {
      await savePass(tx, fileId, { passVersion: version, passRow: last.row })
      return true
    }
    await markDoubles(tx, fileId)
    await finishPass(tx, fileId, { version, hasBaseline: file.hasBaseline || following !== null })
    if (following !== null) await tellOfChanges(tx, file, following.now)
    return false
  })
  if (isOld) await catalog.refresh()
  return hasMore
}

/** The plan's rows are for the oldest files that are filled or followed. The others are followed again if they fit. */
async function followingOf(tx: Queryable, clock: Deps['clock'], file: WorkedFile): Promise<Following | null> {
  if (!file.isFollowed) return null
  const account = await readAccount({ db: tx, clock }, file.userId)
  const hasRoom = account !== undefined && file.rowsThrough <= plans[account.tier].filledRows
  return hasRoom ? { hasBaseline: file.hasBaseline, now: clock.now() } : null
}

async function tellOfChanges(tx: Queryable, { id, userId, name }: WorkedFile, now: Date) {
  const changes = await takeUntold(tx, id)
  if (Object.keys(changes).length > 0)
    await queueEvent(tx, { userId, now }, 'list.changed', { fileId: id, name, changes })
}

type Comparing = Pick<Judging, 'snapshot' | 'gazetteer'> & { file: WorkedFile; following: Following | null }

/** Stores which places rows are: for searches that leave them out, and for the file that is filled. */
async function compareRows(
  tx: Queryable,
  { file: { id: fileId, userId, isLeftOut }, snapshot, gazetteer, following }: Comparing,
  businesses: readonly ComparableBusiness[],
): Promise<readonly DecidedRow[]> {
  const readable = businesses.filter(({ problem }) => problem === null)
  const recognized = await recognize(tx, gazetteer, readable)
  const matches = new Map(readable.map(({ row }, index) => [row, recognized[index] ?? nothing]))
  const rows = businesses.map(row => ({ row, match: (matches.get(row.row) ?? nothing).row }))
  const judged = await judgeRows(tx, { userId, snapshot, gazetteer }, rows)
  const outcomes = businesses.flatMap((business, at) => {
    const match = matches.get(business.row)
    const now = judged[at]
    if (match === undefined || now === undefined) return []
    const places = isLeftOut ? knownPlaces(business, match, now) : []
    const found = JSON.stringify(places)
    const isNew = business.match !== match.by || business.found !== found
    return isNew ? [{ row: business.row, match: match.by, found, places }] : []
  }) satisfies Outcome[]
  await saveOutcomes(tx, { userId, fileId, outcomes })
  await keepJudged(tx, { fileId, userId, following }, { before: businesses, judged })
  return judged
}

const nothing: RecognizedRow = { by: 'none', places: [], row: { match: 'none', keys: [] } }

/**
 * What searches leave out because of a row: the place that it is, its phone, and what it may mean as well, such as twins of
 * the place, unless the user has decided what it is.
 */
function knownPlaces(
  { phone }: ComparableBusiness,
  { by, places }: RecognizedRow,
  { rowState, placeKeys, isDecided }: DecidedRow,
): KnownPlace[] {
  const meant = isDecided ? [] : places
  // Other businesses with the phone are not known.
  const isOwnPhone = by !== 'phone' || meant.some(place => place.phone !== null)
  const phones = new Set([isOwnPhone ? phone : null, ...meant.map(place => place.phone)])
  const keys = meant.filter(place => place.phone === null).map(({ key }) => key)
  const own = rowState === 'found' ? placeKeys.filter(is => meant.every(({ key }) => key !== is)) : []
  return [
    ...[...phones].flatMap(one => (one === null ? [] : { phone: one, placeKey: null })),
    ...[...keys, ...own].map(placeKey => ({ phone: null, placeKey })),
  ]
}

/**
 * Compares the rows of all files of the user that say the same, after the user has decided what they are, or takes that
 * back.
 */
export async function compareSaying(
  { clock, catalog: { gazetteer } }: Pick<MatchDeps, 'clock' | 'catalog'>,
  tx: Queryable,
  { userId, identity, snapshot, isOpen }: Omit<Judging, 'gazetteer'> & { identity: string; isOpen: boolean },
): Promise<void> {
  const files = await lockFilesSaying(tx, userId, identity)
  const same = Map.groupBy(await businessesSaying(tx, { userId, identity, limit: SAME_ROWS }), ({ fileId }) => fileId)
  for (const file of files) {
    const following = await followingOf(tx, clock, file)
    const rows = same.get(file.id) ?? []
    const placesBefore = rows.flatMap(placeBefore)
    if (isOpen) for (const row of rows) row.rowState = null
    const comparing = { file, snapshot, gazetteer, following }
    const [judged] = await compareRows(tx, comparing, rows)
    // What a row has got from the business that it was until now.
    const key = judged?.rowState === 'found' ? judged.placeKeys[0] : undefined
    const others = rows.filter(({ filled, placeKeys }) => filled !== null && placeKeys[0] !== key)
    for (const other of others) {
      await forgetFilled(tx, file.id, other.row)
      await compareRows(tx, comparing, [{ ...other, filled: null }])
    }
    const places = new Set([...placesBefore, judged?.placeKeys[0] ?? null])
    for (const placeKey of places) await markDoubles(tx, file.id, placeKey)
  }
}
