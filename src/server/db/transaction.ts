import type { Queryable, Session } from './client.ts'

/** What else is saved in the transaction that saves a result, which it gets as the caller will. */
export type Alongside<Result> = (tx: Queryable, result: Result) => Promise<void>

export async function runInTransaction<T>(session: Session, story: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    await session.query('BEGIN')
    const result = await story(session)
    await session.query('COMMIT')
    session.release()
    return result
  } catch (error) {
    await rollback(session)
    throw error
  }
}

// A session that cannot even roll back is not handed to the next caller.
async function rollback(session: Session): Promise<void> {
  try {
    await session.query('ROLLBACK')
    session.release()
  } catch (error) {
    session.release(error as Error)
  }
}
