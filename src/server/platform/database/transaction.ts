import type { Queryable, Session } from './db.ts'

/** What else is saved in the transaction that saves a result, which it gets as the caller will. */
export type InSameTransaction<Result> = (tx: Queryable, result: Result) => Promise<void>

/** The line to the database was lost while a transaction was committed: it is saved, or it is not. */
export class UnconfirmedCommit extends Error {
  constructor(cause: unknown) {
    super('The answer to a commit was lost', { cause })
  }
}

export async function runInTransaction<T>(session: Session, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    await session.query('BEGIN')
    const result = await work(session)
    await commit(session)
    session.release()
    return result
  } catch (error) {
    await rollback(session)
    throw error
  }
}

async function commit(session: Session): Promise<void> {
  try {
    await session.query('COMMIT')
  } catch (error) {
    throw isSaidByDatabase(error) ? error : new UnconfirmedCommit(error)
  }
}

// By its SQLSTATE; then nothing was saved. (EPIPE is none.)
const isSaidByDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^[\dFHPX][\dA-Z]{4}$/.test(String(error.code))

// A session that cannot even roll back is not handed to the next caller.
async function rollback(session: Session): Promise<void> {
  try {
    await session.query('ROLLBACK')
    session.release()
  } catch (error) {
    session.release(error as Error)
  }
}
