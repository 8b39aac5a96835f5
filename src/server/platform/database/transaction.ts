import { codeOf } from '#server/platform/basics/fault.ts'
import type { Queryable, Session, TransactionOptions } from './db.ts'

/** More work for the transaction that saves a result. It gets the same result as the caller. */
export type InSameTransaction<Result> = (tx: Queryable, result: Result) => Promise<void>

/** Waits for statements that were asked for together. If one fails, its error is thrown when all have ended. */
export async function together<const Asked extends readonly unknown[]>(
  ...asked: Asked
): Promise<{ -readonly [Each in keyof Asked]: Awaited<Asked[Each]> }> {
  const ended = await Promise.allSettled(asked)
  const errors = ended.flatMap(each => (each.status === 'rejected' ? [each.reason as unknown] : []))
  // After the statement that failed, PostgreSQL refuses the others.
  if (errors.length > 0) throw errors.find(error => !isOfFailedTransaction(error)) ?? errors[0]
  return Promise.all(asked)
}

const isOfFailedTransaction = (error: unknown): boolean => codeOf(error) === '25P02'
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'

/** The connection was lost during a commit, so it is unknown whether the data was saved. */
export class UnconfirmedCommit extends Error {
  constructor(cause: unknown) {
    super('The answer to a commit was lost', { cause })
  }
}

export async function runInTransaction<T>(
  session: Session,
  work: (tx: Queryable) => Promise<T>,
  { readsFirst = false }: TransactionOptions = {},
): Promise<T> {
  try {
    const begun = session.query('BEGIN')
    if (!readsFirst) await begun
    const result = await work(readsFirst ? afterBegin(session, begun) : session)
    await commit(session)
    session.release()
    return result
  } catch (error) {
    await rollback(session)
    throw error
  }
}

/** Statements fail if the transaction has not begun, so that nothing is written outside it. Their own errors go first. */
function afterBegin({ query, queryPrepared, copyIn }: Session, begun: Promise<unknown>): Queryable {
  begun.catch(() => {})
  const both = async <T>(asked: Promise<T>): Promise<T> => {
    const answer = await asked
    await begun
    return answer
  }
  return {
    query: (text, values) => both(query(text, values)),
    queryPrepared: (text, values) => both(queryPrepared(text, values)),
    copyIn: input => both(copyIn(input)),
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
const isFromServer = (error: unknown): boolean => /^[\dFHPX][\dA-Z]{4}$/.test(codeOf(error))

// A session that cannot roll back must not be reused.
async function rollback(session: Session): Promise<void> {
  try {
    await session.query('ROLLBACK')
    session.release()
  } catch (error) {
    session.release(error as Error)
  }
}
