import { withCatalogLock } from '#server/platform/database/catalog-lock.ts'
import type { Db, Queryable, Session } from '#server/platform/database/db.ts'
import { runInTransaction } from '#server/platform/database/transaction.ts'

export type ImportSession = Queryable & {
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Pages of a table that one statement may work through: on the embedded database every other user waits for it. */
  pagesPerStep: number
  /** True: indexes grow with their rows, which costs more in all, and no step of a new catalog is as long as building one. */
  hasIndexesFirst: boolean
  /** Statistics are of 300 times as many rows as this: reading them is one step. */
  statisticsTarget: number
  /** Rows that one statement may compare with the catalog. */
  rowsPerStep: number
  /** Whether a change of so many rows has the catalog built anew beside the one in use, which then holds `places`. */
  isBuiltAnew: (change: { rows: number; places: number }) => boolean
}

type Pace = Omit<ImportSession, keyof Queryable | 'transaction'>
const embeddedPace: Pace = {
  pagesPerStep: 100,
  hasIndexesFirst: true,
  statisticsTarget: 30,
  rowsPerStep: 1000,
  // A transaction keeps everybody from the embedded database: all but small changes are made beside it, in short steps.
  // Those of a catalog that is many times as large would take half a minute for what is written in a second.
  isBuiltAnew: ({ rows, places }) => rows >= 5000 || (rows >= 1500 && rows >= places / 20),
}
const postgresPace: Pace = {
  // Each step joins the whole catalog anew.
  pagesPerStep: 100_000,
  hasIndexesFirst: false,
  statisticsTarget: 100,
  rowsPerStep: 500_000,
  // Measured: writing a row anew among others costs four times as much as loading it in bulk.
  isBuiltAnew: ({ rows, places }) => rows >= 20_000 && rows >= places / 4,
}

/** Runs one change of the catalog; a second one, of this process or another, waits until the first is done, and says so. */
export const inImportSession = <T>(
  db: Db,
  work: (session: ImportSession) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> => (db.kind === 'embedded' ? inEmbeddedTurn(db, work, onWait) : inLockedSession(db, work, onWait))

// The embedded database belongs to one process. Between two statements others get their turn.
let lastTurn: Promise<unknown> = Promise.resolve()
let turns = 0

async function inEmbeddedTurn<T>(db: Db, work: (session: ImportSession) => Promise<T>, onWait: () => void): Promise<T> {
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
  ...postgresPace,
})
