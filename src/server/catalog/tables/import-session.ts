import { withCatalogLock } from '#server/platform/database/catalog-lock.ts'
import type { Background, Db, Queryable, Session } from '#server/platform/database/db.ts'
import { runInTransaction } from '#server/platform/database/transaction.ts'

export type ImportSession = Queryable & {
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Table pages that the first one of several statements may process. On the embedded database, everyone waits for it. */
  pagesPerStep: number
  /** How many pages the next statement may process. `pages`, `ms`: the size of the last one, and how long it took. */
  nextPages: (pages: number, ms: number) => number
  /** How long this work has used the embedded database so far, in milliseconds; 0 on PostgreSQL. */
  busyMs: () => number
  /** If true, indexes grow with their rows. This costs more in total, but avoids the long step of building an index. */
  hasIndexesFirst: boolean
  /** Statistics sample 300 times this many rows in one step. */
  statisticsTarget: number
  /** Rows that one statement may compare with the catalog. */
  rowsPerStep: number
  /**
   * Decides whether to rebuild the catalog next to the current one, which would then contain `places`. An addition
   * changes no row that is there.
   */
  shouldRebuild: (change: { rows: number; places: number; isAddition: boolean }) => boolean
}

type Pace = Omit<ImportSession, keyof Queryable | 'transaction' | 'busyMs'>
/** Searches wait for a step, so it is short. Each step has fixed costs, so it is not shorter. */
const STEP_MS = 50
const FEWEST_PAGES = 20
const MAX_PAGES = 200

const embeddedPace: Pace = {
  pagesPerStep: 50,
  nextPages: (pages, ms) => {
    const wanted = Math.round(Math.min(pages * 2, (pages * STEP_MS) / Math.max(ms, 1)))
    return Math.max(FEWEST_PAGES, Math.min(wanted, MAX_PAGES))
  },
  hasIndexesFirst: true,
  statisticsTarget: 30,
  rowsPerStep: 1000,
  // A transaction blocks the embedded database for everyone, so all but small changes are prepared in short steps. In a
  // much larger catalog, a small change is written in a second, and rebuilding would take half a minute.
  // Rows that are only added cost a quarter of changed ones.
  shouldRebuild: ({ rows, places, isAddition }) =>
    isAddition
      ? rows >= 10_000 || (rows >= 1500 && rows >= places / 3)
      : rows >= 5000 || (rows >= 1500 && rows >= places / 20),
}
const postgresPace: Pace = {
  // Each step joins the whole catalog again.
  pagesPerStep: 100_000,
  nextPages: pages => pages,
  hasIndexesFirst: false,
  statisticsTarget: 100,
  rowsPerStep: 500_000,
  // As measured, rewriting a row costs four times as much as loading it in bulk.
  shouldRebuild: ({ rows, places }) => rows >= 20_000 && rows >= places / 4,
}

/**
 * Runs one change of the catalog. A second one, in any process, reports that it waits and then runs after the first.
 */
export const inImportSession = <T>(
  db: Db,
  work: (session: ImportSession) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> =>
  db.background === undefined ? inLockedSession(db, work, onWait) : inEmbeddedTurn(db.background, work, onWait)

// The embedded database belongs to one process. Other work goes first between two statements.
let lastTurn: Promise<unknown> = Promise.resolve()
let turns = 0

async function inEmbeddedTurn<T>(
  db: Background,
  work: (session: ImportSession) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  if (turns++ > 0) onWait()
  const turn = lastTurn.then(() => work({ ...db, ...embeddedPace })).finally(() => turns--)
  lastTurn = turn.catch(() => {})
  return turn
}

const settings = [
  ['work_mem', '64MB'],
  ['maintenance_work_mem', '256MB'],
] as const

const inLockedSession = <T>(db: Db, work: (session: ImportSession) => Promise<T>, onWait: () => void): Promise<T> => {
  const withSettings = async (session: Session): Promise<T> => {
    for (const [name, value] of settings) await session.query(`SET ${name} = '${value}'`)
    const result = await work(importSessionOf(session))
    for (const [name] of settings) await session.query(`RESET ${name}`)
    return result
  }
  return withCatalogLock(db, withSettings, onWait)
}

const importSessionOf = (session: Session): ImportSession => ({
  ...session,
  transaction: work => runInTransaction({ ...session, release: () => {} }, work),
  busyMs: () => 0,
  ...postgresPace,
})
