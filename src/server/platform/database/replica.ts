import type { Db } from './db.ts'

const AWAY_MS = 5000
// Faults of the statement itself, which any server would find: data, constraints, syntax.
const OF_THE_STATEMENT = /^(?:22|23|42)\w{3}$/

/**
 * Reads by a replica, and by the primary while the replica is away, starts up, or cancels a statement that stands in the
 * way of replication. After a failure it is left alone for some seconds. Everything else goes to the primary.
 */
export function readsByReplica(replica: Db, primary: Db, now: () => number = () => performance.now()): Db {
  let awayUntil = -Infinity
  const read = async <T>(ask: (db: Db) => Promise<T>): Promise<T> => {
    if (now() < awayUntil) return ask(primary)
    try {
      return await ask(replica)
    } catch (error) {
      if (OF_THE_STATEMENT.test((error as { code?: string }).code ?? '')) throw error
      awayUntil = now() + AWAY_MS
      return ask(primary)
    }
  }
  return {
    ...primary,
    query: (text, values) => read(db => db.query(text, values)),
    queryPrepared: (text, values) => read(db => db.queryPrepared(text, values)),
    pools: () => [
      ...replica.pools().map(({ total, idle, waiting }) => ({ pool: 'replica' as const, total, idle, waiting })),
      ...primary.pools(),
    ],
    close: async () => {
      await Promise.all([replica.close(), primary.close()])
    },
  }
}
