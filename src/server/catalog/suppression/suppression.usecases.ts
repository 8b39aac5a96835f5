import { z } from 'zod'
import { suppressionKinds } from '#contract/places/suppression.ts'
import { mergeSites } from '#server/catalog/merge/site-merge.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { type ImportSession, inImportSession } from '#server/catalog/tables/import-session.ts'
import { withStaging } from '#server/catalog/tables/staging.repository.ts'
import { orNotFound } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Job, queueJob } from '#server/platform/jobs/job.ts'
import {
  allowSite,
  deleteEntry,
  findEntry,
  findEntryById,
  forgetSite,
  insertEntry,
  listEntries,
  markMatchingPlaces,
  markSite,
  applyListToMarked,
  type StoredEntry,
} from './suppression.repository.ts'
import type { SuppressionEntry } from './suppression.rules.ts'

export type { StoredEntry } from './suppression.repository.ts'

type SuppressionDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

/**
 * Adds entries and updates the catalog. Returns how many places they suppress. `onWait` is called if another change of
 * the catalog is running. If the process is killed in the meantime, a job updates the catalog.
 */
export async function suppress(
  deps: SuppressionDeps,
  entries: readonly SuppressionEntry[],
  reason: string,
  onWait?: () => void,
): Promise<{ added: number; places: number }> {
  const added = await deps.db.transaction(tx => suppressSoon(deps, tx, { entries, reason }))
  return { added, places: await applyToCatalog(deps, entries, onWait) }
}

/** Adds entries, and returns how many are new. Searches and exports respect them at once, totals by a job. */
export async function suppressSoon(
  deps: SuppressionDeps,
  tx: Queryable,
  { entries, reason }: { entries: readonly SuppressionEntry[]; reason: string },
): Promise<number> {
  let added = 0
  for (const entry of entries) {
    if (await insertEntry(tx, { ...entry, reason, now: deps.clock.now() })) added++
    if (entry.kind === 'domain') await forgetSite(tx, entry.value)
  }
  if (added > 0) await raiseCatalogVersion(tx)
  await queueJob(deps, tx, suppressionJob, { entries: [...entries] })
  return added
}

/** Applies the list to the catalog's rows. It waits for a running import, so callers use a job. */
export const suppressionJob: Job<{ entries: SuppressionEntry[] }, Deps> = {
  name: 'suppression',
  queue: 'catalog',
  payload: z.object({ entries: z.array(z.object({ kind: z.enum(suppressionKinds), value: z.string() })) }),
  run: async (deps, { entries }) => {
    await applyToCatalog(deps, entries)
  },
}

export async function addSuppression(deps: Deps, entry: SuppressionEntry, reason: string): Promise<StoredEntry> {
  return deps.db.transaction(async tx => {
    await suppressSoon(deps, tx, { entries: [entry], reason })
    const stored = await findEntry(tx, entry)
    if (stored === undefined) throw new Error('The entry was not stored')
    return stored
  })
}

/** Removes an entry and updates the catalog, as `suppress` does. False if there was no such entry. */
export async function removeSuppression(
  deps: SuppressionDeps,
  entry: SuppressionEntry,
  onWait?: () => void,
): Promise<boolean> {
  const wasThere = await deps.db.transaction(tx => delistSoon(deps, tx, entry))
  if (wasThere) await applyToCatalog(deps, [entry], onWait)
  return wasThere
}

export async function removeSuppressionById(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction(async tx => {
    const entry = orNotFound(await findEntryById(tx, id))
    await delistSoon(deps, tx, entry)
  })
}

/** Removes an entry; a job updates the catalog. False if there was none. */
async function delistSoon(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  { kind, value }: SuppressionEntry,
): Promise<boolean> {
  if (!(await deleteEntry(tx, { kind, value }))) return false
  if (kind === 'domain') await allowSite(tx, value)
  await raiseCatalogVersion(tx)
  await queueJob(deps, tx, suppressionJob, { entries: [{ kind, value }] })
  return true
}

export const listSuppressions = (deps: Pick<Deps, 'db'>): Promise<StoredEntry[]> => listEntries(deps.db)

function applyToCatalog(
  { db }: Pick<Deps, 'db'>,
  entries: readonly SuppressionEntry[],
  onWait?: () => void,
): Promise<number> {
  const apply = async (tx: Queryable): Promise<number> => {
    for (const { kind, value } of entries) if (kind === 'domain') await markSite(tx, value)
    await mergeSites(tx, 'place')
    const count = await applyListToMarked(tx)
    await raiseCatalogVersion(tx)
    return count
  }
  const work = (session: ImportSession) =>
    withStaging(session, async () => {
      for (const ofKind of Map.groupBy(entries, ({ kind }) => kind)) await markMatchingPlaces(session, ofKind)
      return session.transaction(apply)
    })
  return inImportSession(db, work, onWait)
}
