import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Db } from '#server/platform/database/db.ts'
import { findBegunJobs, findQueueFigures, type QueueFigures } from './job-figures.repository.ts'

/** Null if the database does not answer. */
export async function readQueueFigures({
  db,
  log,
}: {
  db: Db
  log: FastifyBaseLogger
}): Promise<QueueFigures[] | null> {
  try {
    return await findQueueFigures(db)
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'the queue metrics could not be read')
    return null
  }
}

/** Jobs of a queue that are running, in any process. */
export const begunJobs = ({ db }: { db: Db }, queue: string): Promise<string[]> => findBegunJobs(db, queue)
