import { ImportError } from '#place-files/index.ts'
import { pullsFolder } from '#server/catalog/load/import-folders.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { ReleaseIndex } from './opened-files.ts'
import { boxOfCells } from './pull-area.ts'
import { pullFetch, type Pulled, type PullOptions } from './pull-files.ts'
import type { PullDeps } from './pull-input.ts'
import { pullInThread } from './pull-thread.ts'
import { findReleaseFiles, type ReleaseFiles } from './release-files.ts'
import { findIndex, readIndex, touchIndex, writeIndex } from './release-index.repository.ts'
import { removeSpool, withSpool } from './spool.ts'

/** A job checks for newer releases every day. Until the next check, the stored index is trusted. */
const FRESH_MS = 26 * 3_600_000

type IndexDeps = { db: Db; clock: Clock }
export type KnownRelease = {
  found: ReleaseFiles
  index: ReleaseIndex | undefined
  /** Null if it is only known after a file has been read. */
  source: Pulled['source'] | null
}

export type ReleaseOptions = Omit<PullOptions, 'spoolFolder'> & {
  /** How old the last check for newer releases may be. */
  maxAgeMs?: number
}

const rootOf = (from: string | undefined): string => from ?? ''

/** The files of the newest release, with their row groups if these are stored. */
export async function findRelease({ db, clock }: IndexDeps, options: ReleaseOptions): Promise<KnownRelease> {
  const { from, cells, maxAgeMs = FRESH_MS } = options
  const root = rootOf(from)
  const now = clock.now()
  const stored = await findIndex(db, root)
  const isFresh = stored !== null && now.getTime() - stored.checkedAt.getTime() <= maxAgeMs
  const found = isFresh ? stored.found : await listFiles(options)
  if (stored === null || !isSame(stored.found, found))
    return { found, index: undefined, source: from === undefined ? 'overture' : null }
  if (!isFresh) await touchIndex(db, root, now)
  const index = (await readIndex(db, root, boxOfCells(cells))) ?? undefined
  return { found, index, source: stored.source }
}

async function listFiles(options: ReleaseOptions): Promise<ReleaseFiles> {
  try {
    return await findReleaseFiles(options.from, pullFetch(options))
  } catch (error) {
    throw error instanceof ForbiddenAddress ? new ImportError(error.message) : error
  }
}

const isSame = (a: ReleaseFiles, b: ReleaseFiles): boolean =>
  a.release === b.release && a.urls.join('\n') === b.urls.join('\n')

/** The result of the last check for newer releases at a root. */
export async function lastReleaseCheck(
  db: Db,
  from: string | undefined,
): Promise<{ newest: string | null; lookedAt: Date | null }> {
  const stored = await findIndex(db, rootOf(from))
  return { newest: stored?.found.release ?? null, lookedAt: stored?.checkedAt ?? null }
}

/** Stores the row groups that a pull has read from the files of a release. */
export async function storeIndex({ db, clock }: IndexDeps, from: string | undefined, pulled: Pulled): Promise<void> {
  const { found, indexed: index } = pulled
  if (index === null || found.isPart) return
  await db.transaction(tx => writeIndex(tx, rootOf(from), { found, index, now: clock.now() }))
}

/** The newest release with its row groups. One process at a time reads them from the files; others wait for it. */
export async function knownRelease(deps: PullDeps, options: ReleaseOptions): Promise<KnownRelease> {
  const { from } = options
  const known = await findRelease(deps, options)
  if (known.index !== undefined || !known.found.isWhole) return known
  return withSpool(pullsFolder(deps.config), { indexOf: from ?? null }, async spool => {
    const current = await findRelease(deps, options)
    if (current.index !== undefined) return current
    const footers = await pullInThread(
      { ...options, cells: [], release: current.found, spoolFolder: spool.folder },
      { onProgress: () => {} },
    )
    await storeIndex(deps, from, footers)
    await removeSpool(spool)
    return findRelease(deps, options)
  })
}

/** Stores the row groups of the newest release before a user has to wait for them. */
export async function prepareRelease(deps: PullDeps): Promise<void> {
  await knownRelease(deps, { cells: [], from: deps.config.PLACES_URL })
}
