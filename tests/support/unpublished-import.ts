import { expect } from 'vitest'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { Db, Queryable, TimedBackground } from '#server/platform/database/db.ts'
import { samplePlace, testDeps } from './imports.ts'

export const phoneOf = (number: number) => 13_035_550_000 + number
export const shops = (ids: readonly string[], facts: Partial<CatalogPlace> = {}) =>
  ids.map((sourceId, n) =>
    samplePlace({ sourceId, name: `Shop ${sourceId}`, street: `${n} Pearl St`, phone: phoneOf(n), ...facts }),
  )

const statements = (calls: Queryable, onStatement: (text: string) => Promise<unknown>): Queryable['query'] => {
  return async (text, values) => {
    await onStatement(text)
    return calls.query(text, values)
  }
}

/**
 * The database with a callback before each statement of an import. On the embedded database, no other statement can run
 * during a transaction, so the callback comes before the whole transaction.
 */
export function withHook(db: Db, onStatement: (text: string) => Promise<unknown>): Db {
  const { background } = db
  if ('another' in background) {
    const transaction: Db['transaction'] = async (work, how) => {
      await onStatement('BEGIN')
      return background.transaction(work, how)
    }
    const hooked: TimedBackground = {
      ...background,
      query: statements(background, onStatement),
      transaction,
      another: () => hooked,
    }
    return { ...db, background: hooked }
  }
  const connect: Db['connect'] = async purpose => {
    const session = await db.connect(purpose)
    return { ...session, query: statements(session, onStatement) }
  }
  return { ...db, connect }
}

/** Imports a release. Its new places are written before they are published, unless the catalog is rebuilt. */
export const load = (
  changed: Db,
  release: string,
  places: readonly CatalogPlace[],
  rebuildFromRows = Number.MAX_SAFE_INTEGER,
) =>
  importPlaces(testDeps(changed, { rebuildFromRows }), {
    source: 'overture',
    release,
    places,
    isWholeInCells: true,
  })

/** An import whose process is killed when all its new places are written and none is published. */
export async function killedLoad(db: Db, release: string, places: readonly CatalogPlace[]): Promise<void> {
  let isDead = false
  const dying = withHook(db, async text => {
    isDead ||= text.trim().startsWith('INSERT INTO import_touched SELECT p.id')
    if (isDead) throw new Error('killed')
  })
  await expect(load(dying, release, places)).rejects.toThrow('killed')
}
