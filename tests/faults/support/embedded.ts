import path from 'node:path'
import { createDataDir } from '#server/platform/database/process-lock.ts'

/** The embedded database of a lab's folder, to open while no server runs. */
export function databaseIn(folder: string): { dataDir: string } {
  createDataDir(path.join(folder, 'data'))
  return { dataDir: path.join(folder, 'data/database') }
}
