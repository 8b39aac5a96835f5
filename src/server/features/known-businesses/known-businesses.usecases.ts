import {
  canIdentify,
  columnsNeeded,
  type FileColumns,
  type KnownFile,
  knownBusinessLimit,
  knownBytesLimit,
  knownFilesPerDay,
  knownPreviewsPerHour,
} from '#contract/leads/known-businesses.ts'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { plans, type Tier } from '#contract/plans.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { pacedMap } from '#server/platform/basics/pacer.ts'
import { invalidInput, orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import { queueInTurn } from '#server/platform/jobs/job.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { holderOf, type LimitedCaller, limitOfCaller } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { identityOf } from './file-facts.ts'
import { readHead, readRows, type SentFile } from './file-thread.ts'
import { countBytes, insertContent } from './filled-files.repository.ts'
import { fieldsOfFile } from './guess-columns.rules.ts'
import { readBusiness } from './known-business.rules.ts'
import {
  beginDeletion,
  countBusinesses,
  deleteFile,
  deleteRows,
  findFile,
  finishReading,
  insertBusinesses,
  insertFile,
  listFiles,
  type StoredFile,
  unfinishedBefore,
} from './known-businesses.repository.ts'
import { knownMatchJob } from './match-known.usecases.ts'

export async function listKnownFiles({ db }: Deps, { id, tier }: Account): Promise<{ files: KnownFile[] }> {
  return { files: (await listFiles(db, id)).map(file => shownFile(file, tier)) }
}

export const shownFile = ({ rowsThrough, state, createdAt, ...file }: StoredFile, tier: Tier): KnownFile => ({
  ...file,
  isPaused: file.isFollowed && rowsThrough > plans[tier].filledRows,
  isCompared: state === 'done',
  createdAt: createdAt.toISOString(),
})

export const lookLimit = (caller: LimitedCaller): RateLimit =>
  limitOfCaller(caller, { name: 'opened files', limit: knownPreviewsPerHour, windowSeconds: 3600 })
export const importLimit = (caller: LimitedCaller): RateLimit =>
  limitOfCaller(caller, { name: 'imported files', limit: knownFilesPerDay, windowSeconds: 86_400 })

/** Reads the columns of a file without storing anything. */
export async function readColumns({ db, clock }: Deps, file: SentFile): Promise<FileColumns> {
  await hitRateLimit(db, lookLimit(file), clock.now())
  const { header, samples } = await readHead(file)
  const fields = fieldsOfFile(header, samples)
  return {
    columns: header.map((name, at) => ({
      header: name,
      field: fields[at] ?? null,
      samples: samples.flatMap(record => record[at] || []).slice(0, 3),
    })),
  }
}

type Import = SentFile & { account: Account; name: string; fields: readonly (KnownField | null)[] }

/** Stores the businesses of a file. A job compares them with the catalog. */
export async function importFile(deps: Deps, { name, ...file }: Import): Promise<KnownFile> {
  if (!canIdentify(file.fields)) throw invalidInput('fields', columnsNeeded(file.fields))
  const { db, clock } = deps
  const { id: userId } = file.account
  await hitRateLimit(db, importLimit(file), clock.now())
  const fileId = await insertFile(db, { userId, name, fields: file.fields.map(field => field ?? ''), now: clock.now() })
  try {
    let rows = 0
    await readRows(file, async batch => {
      const businesses = await pacedMap(batch, ({ row, cells }) => ({
        row,
        cells,
        identity: identityOf(cells),
        ...readBusiness(cells, deps.catalog.gazetteer),
      }))
      await db.transaction(tx => insertBusinesses(tx, { userId, fileId, businesses }))
      rows += batch.length
    })
    await insertContent(db, { fileId, userId, bytes: file.bytes })
    await withLeads(db, userId, async tx => {
      const isFull = (await countBusinesses(tx, userId)) + rows > knownBusinessLimit
      if (isFull || (await countBytes(tx, userId)) > knownBytesLimit) throw new Refusal('TOO_MANY_KNOWN_BUSINESSES')
      await finishReading(tx, fileId, rows)
      await queueInTurn(deps, tx, knownMatchJob, { payloads: [{ fileId }], holder: holderOf(file) })
    })
  } catch (error) {
    // If it is gone, its account was deleted meanwhile.
    throw (await removeFile(db, fileId)) ? error : new Refusal('NOT_SIGNED_IN')
  }
  return shownFile(await ownFile(db, userId, fileId), file.account.tier)
}

export const ownFile = async (db: Queryable, userId: number, id: number): Promise<StoredFile> =>
  orNotFound(await findFile(db, userId, id))

/** Deletes a file. Its businesses no longer count as known. */
export async function deleteKnownFile({ db }: Deps, { id: userId }: Account, id: number): Promise<void> {
  await ownFile(db, userId, id)
  await removeFile(db, id)
}

/** The number of rows that one statement deletes. On the embedded database, a statement blocks all others. */
const DELETED_AT_ONCE = 2000

async function removeFile(db: Db, fileId: number): Promise<boolean> {
  // From now on, nobody finds the file. If this is interrupted, `sweepUnfinished` deletes the rest.
  await beginDeletion(db, fileId)
  while (await db.transaction(tx => deleteRows(tx, fileId, DELETED_AT_ONCE)));
  return deleteFile(db, fileId)
}

const ABANDONED_MS = 3_600_000

/** Deletes the rows of files that a process did not finish reading or deleting because it was killed. */
export async function sweepUnfinished({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - ABANDONED_MS)
  await inOneTurn(await unfinishedBefore(db, before), ({ id }) => removeFile(db, id))
}
