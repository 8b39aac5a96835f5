import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { addMonths } from '#contract/plans.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { pullsFolder, rejectsFolder } from '#server/catalog/load/import-folders.ts'
import { deleteChanges, runsWithChangesBefore, vacuumChanges } from '#server/catalog/tables/change-log.repository.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { removeSpoolsBefore } from './spool.ts'

/** Each statement deletes only this many rows, because on the embedded database it blocks all other queries. */
const CHANGES_AT_ONCE = 2000

/** Deletes the logged changes of releases that were imported more than half a year ago. */
export async function sweepPlaceChanges({ db, clock }: Deps): Promise<void> {
  const runs = await runsWithChangesBefore(db, addMonths(clock.now(), -6))
  for (const run of runs) while ((await deleteChanges(db, run, CHANGES_AT_ONCE)) === CHANGES_AT_ONCE);
  if (runs.length > 0) await vacuumChanges(db)
}

const DAYS_OF_REJECTS = 90
/** Nobody retries a failed load after this time. It is much shorter than a release stays public. */
const DAYS_OF_PULLS = 14

/** Deletes old lists of rejected rows and abandoned pulls from this machine's data folder. */
export async function sweepImportFiles({ clock, config }: Deps): Promise<void> {
  const before = (days: number) => daysBefore(clock.now(), days)
  await removeRejects(rejectsFolder(config), before(DAYS_OF_REJECTS))
  await removeSpoolsBefore(pullsFolder(config), before(DAYS_OF_PULLS))
}

async function removeRejects(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const file of names.filter(name => name.endsWith('-rejects.csv')).map(name => path.join(folder, name))) {
    const written = await stat(file).catch(() => null)
    if (written !== null && written.mtime < before) await rm(file, { force: true })
  }
}
