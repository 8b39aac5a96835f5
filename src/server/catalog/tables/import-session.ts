import { withCatalogLock } from '#server/platform/database/catalog-lock.ts'
import type { Db, Queryable, Session, TimedBackground } from '#server/platform/database/db.ts'
import { runInTransaction } from '#server/platform/database/transaction.ts'

export type ImportSession = Queryable & {
  transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>
  /** Table pages that the first one of several statements may process. On the embedded database, everyone waits for it. */
  pagesPerStep: number
  /** The same for rows that are new, and for rows that are compared with the catalog in one transaction. */
  rowsPerStep: number
  /**
   * How many pages or rows the next statement may process. `size`, `ms`: how many the last one processed, and how long it
   * took. `usual`: a size that is neither far too large nor far too small.
   */
  nextSize: (size: number, ms: number, usual: number) => number
  /** How long this work has used the embedded database so far, in milliseconds; 0 on PostgreSQL. */
  busyMs: () => number
  /** If true, indexes grow with their rows. This costs more in total, but avoids the long step of building an index. */
  hasIndexesFirst: boolean
  /** Statistics sample 300 times this many rows in one step. */
  statisticsTarget: number
  /** Decides whether to rebuild the catalog, which has `places`, next to the current one. */
  shouldRebuild: (change: ChangeSize, places: number) => boolean | Promise<boolean>
}

export type ChangeSize = {
  added: number
  /** Of the added ones, those in cells that another real source covers: many become part of one of its places. */
  countAddedBeside: () => Promise<number>
  changed: number
  vanished: number
}

type Pace = Omit<ImportSession, keyof Queryable | 'transaction' | 'busyMs'>
/** Searches wait for a step, so it is short. Each step has fixed costs, so it is not shorter. */
const STEP_MS = 25

const embeddedPace: Pace = {
  pagesPerStep: 30,
  rowsPerStep: 200,
  nextSize: (size, ms, usual) => {
    const wanted = Math.round(Math.min(size * 2, (size * STEP_MS) / Math.max(ms, 1)))
    return Math.max(Math.ceil(usual / 4), Math.min(wanted, usual * 4))
  },
  hasIndexesFirst: true,
  statisticsTarget: 30,
  // New places are written in short steps. What changes places that searches find is one transaction, which blocks the
  // embedded database for everyone, so it must be small.
  shouldRebuild: async ({ countAddedBeside, changed, vanished }, places) => {
    const rewritten = changed + (await countAddedBeside()) / 2 + vanished / 4
    return rewritten >= 5000 || (rewritten >= 1500 && rewritten >= places / 20)
  },
}
const postgresPace: Pace = {
  // Each step joins the whole catalog again.
  pagesPerStep: 100_000,
  rowsPerStep: 500_000,
  nextSize: size => size,
  hasIndexesFirst: false,
  statisticsTarget: 100,
  // As measured, rewriting a row costs four times as much as loading it in bulk.
  shouldRebuild: ({ added, changed, vanished }, places) => {
    const rows = added + changed + vanished
    return rows >= 20_000 && rows >= places / 4
  },
}

export const analyze = (session: ImportSession, what: string): Promise<void> =>
  session.transaction(async tx => {
    await tx.query(`SET LOCAL default_statistics_target = ${session.statisticsTarget}`)
    await tx.query(`ANALYZE ${what}`)
  })

export type IdRange = { from: number; to: number }

/**
 * Ranges of ids, each small enough for one statement: about `usual` ids, and never more than `atMost`. On the embedded
 * database, the size of a range depends on how long the statements for the last one took.
 */
export async function* idRanges(
  session: ImportSession,
  { from, to }: IdRange,
  { usual = session.rowsPerStep, atMost = Infinity } = {},
): AsyncGenerator<IdRange> {
  let step = Math.min(usual, atMost)
  for (let next = from; next <= to;) {
    const busyBefore = session.busyMs()
    const last = Math.min(to, next + step - 1)
    yield { from: next, to: last }
    next = last + 1
    step = Math.min(session.nextSize(step, session.busyMs() - busyBefore, usual), atMost)
  }
}

/** Parts of a list, each small enough for one statement. */
export async function* slices<T>(session: ImportSession, items: readonly T[]): AsyncGenerator<T[]> {
  for await (const { from, to } of idRanges(session, { from: 0, to: items.length - 1 })) yield items.slice(from, to + 1)
}

/** Runs one change of the catalog at a time. Another one, in any process, calls `onWait` and waits for its turn. */
export const inImportSession = <T>(
  db: Db,
  work: (session: ImportSession) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> =>
  'another' in db.background ? inEmbeddedTurn(db.background, work, onWait) : inLockedSession(db, work, onWait)

// The embedded database belongs to one process. Other work goes first between two statements.
let lastTurn: Promise<unknown> = Promise.resolve()
let turns = 0

async function inEmbeddedTurn<T>(
  db: TimedBackground,
  work: (session: ImportSession) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  if (turns++ > 0) onWait()
  const turn = lastTurn.then(() => work({ ...db.another(), ...embeddedPace })).finally(() => turns--)
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
