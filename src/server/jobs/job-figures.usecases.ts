import type { Deps } from '../deps.ts'
import { faultOf } from '../http/request-log.ts'
import { findQueueFigures, type QueueFigures } from './job-figures.repository.ts'

/** Null while the database does not answer. */
export async function readQueueFigures({ db, log }: Deps): Promise<QueueFigures[] | null> {
  try {
    return await findQueueFigures(db)
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'the figures of the queues could not be read')
    return null
  }
}
