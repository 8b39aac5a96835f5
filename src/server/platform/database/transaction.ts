import type { Queryable, Session } from './db.ts'

/** More work for the transaction that saves a result. It gets the same result as the caller. */
export type InSameTransaction<Result> = (tx: Queryable, result: Result) => Promise<void>

/** The connection was lost during a commit, so it is unknown whether the data was saved. */
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
    throw isFromServer(error) ? error : new UnconfirmedCommit(error)
  }
}

// An error with a SQLSTATE comes from the server, so nothing was saved. (EPIPE is not a SQLSTATE.)
const isFromServer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^[\dFHPX][\dA-Z]{4}$/.test(String(error.code))

// A session that cannot roll back must not be reused.
async function rollback(session: Session): Promise<void> {
  try {
    await session.query('ROLLBACK')
    session.release()
  } catch (error) {
    session.release(error as Error)
  }
}
