import type { Deps } from '../../deps.ts'
import { Refusal } from '../../shared/refusal.ts'
import { raiseCatalogVersion } from '../import/dataset.repository.ts'
import { inImportSession } from '../import/import-session.ts'
import { createStaging, dropStaging } from '../import/staging.repository.ts'
import {
  deleteEntry,
  findEntry,
  insertEntry,
  listEntries,
  noteTouched,
  offerAsListed,
  type StoredEntry,
} from './suppression.repository.ts'
import type { SuppressionEntry } from './suppression.rules.ts'

type SuppressionDeps = Pick<Deps, 'db' | 'clock'>

/** Puts entries on the list. Searches and exports obey from now on; the catalog's totals follow. Gives how many places it takes out. */
export async function suppress(
  deps: SuppressionDeps,
  entries: readonly SuppressionEntry[],
  reason: string,
): Promise<{ added: number; places: number }> {
  const now = deps.clock.now()
  const added = await deps.db.transaction(async tx => {
    let count = 0
    for (const entry of entries) if (await insertEntry(tx, { ...entry, reason, now })) count++
    if (count > 0) await raiseCatalogVersion(tx)
    return count
  })
  return { added, places: await applyToCatalog(deps, entries) }
}

export async function removeSuppression(deps: SuppressionDeps, entry: SuppressionEntry): Promise<boolean> {
  const wasThere = await deps.db.transaction(async tx => {
    const isDeleted = await deleteEntry(tx, entry)
    if (isDeleted) await raiseCatalogVersion(tx)
    return isDeleted
  })
  if (wasThere) await applyToCatalog(deps, [entry])
  return wasThere
}

export async function removeSuppressionById(deps: SuppressionDeps, id: number): Promise<void> {
  const entry = await findEntry(deps.db, id)
  if (entry === undefined) throw new Refusal('NOT_FOUND')
  await removeSuppression(deps, entry)
}

export const listSuppressions = (deps: Pick<Deps, 'db'>): Promise<StoredEntry[]> => listEntries(deps.db)

/** Waits for an import that runs; the list itself is obeyed before. */
const applyToCatalog = ({ db }: SuppressionDeps, entries: readonly SuppressionEntry[]): Promise<number> =>
  inImportSession(db, async session => {
    await createStaging(session)
    for (const entry of entries) await noteTouched(session, entry)
    const places = await session.transaction(async tx => {
      const count = await offerAsListed(tx)
      await raiseCatalogVersion(tx)
      return count
    })
    await dropStaging(session)
    return places
  })
