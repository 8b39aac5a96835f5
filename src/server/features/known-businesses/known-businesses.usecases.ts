import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  canIdentify,
  type FileColumns,
  type KnownField,
  type KnownFile,
  type KnownMatch,
  knownBusinessLimit,
  knownFilesPerDay,
  knownMatches,
  knownPreviewsPerHour,
} from '#contract/leads/known-businesses.ts'
import { plans, type Tier } from '#contract/plans.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { nationalPhone } from '#server/leads/lead-facts.rules.ts'
import { lockLeads } from '#server/leads/own-lead.usecases.ts'
import { byteOrderMark, csvLine } from '#server/platform/basics/csv.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import { queueInTurn } from '#server/platform/jobs/job.ts'
import { holderOf, type LimitedCaller, limitOfCaller } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { fieldsOf } from './file-columns.rules.ts'
import { identityOf } from './file-facts.ts'
import { readHead, readRows, type SentFile } from './file-thread.ts'
import { insertContent } from './filled-files.repository.ts'
import { readBusiness } from './known-business.rules.ts'
import {
  countBusinesses,
  deleteFile,
  deleteRows,
  findFile,
  finishReading,
  insertBusinesses,
  insertFile,
  lastRow,
  listFiles,
  reportRows,
  type StoredFile,
  unfinishedBefore,
} from './known-businesses.repository.ts'
import { knownMatchJob } from './match-known.usecases.ts'

export async function listKnownFiles({ db }: Deps, { id, tier }: Account): Promise<{ files: KnownFile[] }> {
  return { files: (await listFiles(db, id)).map(file => shownFile(file, tier)) }
}

const noCounts = Object.fromEntries(Object.keys(knownMatches).map(match => [match, 0])) as Record<KnownMatch, number>

export const shownFile = (
  { rowsThrough, state: _state, counts, createdAt, ...file }: StoredFile,
  tier: Tier,
): KnownFile => ({
  ...file,
  isPaused: file.isFollowed && rowsThrough > plans[tier].filledRows,
  counts: counts && { ...noCounts, ...counts },
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
  const fields = fieldsOf(header)
  return {
    columns: header.map((name, at) => ({
      header: name,
      field: fields[at] ?? null,
      samples: samples.flatMap(record => record[at] || []),
    })),
  }
}

type Import = SentFile & { account: Account; name: string; fields: readonly (KnownField | null)[] }

/** Stores the businesses of a file. A job compares them with the catalog. */
export async function importFile(deps: Deps, { name, ...file }: Import): Promise<KnownFile> {
  if (!canIdentify(file.fields))
    throw unusable('Choose the column with the phone, the website, or the name and the address.')
  const { db, clock } = deps
  const { id: userId } = file.account
  await hitRateLimit(db, importLimit(file), clock.now())
  const fields = file.fields.map(field => field ?? '')
  const fileId = await insertFile(db, { userId, name, fields, now: clock.now() })
  try {
    let rows = 0
    await readRows(file, async batch => {
      const { gazetteer } = deps.catalog
      const businesses = batch.map(({ row, cells }) => ({
        row,
        cells,
        identity: identityOf(cells).toString('hex'),
        ...readBusiness(cells, gazetteer),
      }))
      // Lets other requests run between two batches.
      await setImmediate()
      await db.transaction(tx => insertBusinesses(tx, { userId, fileId, businesses }))
      rows += batch.length
    })
    await insertContent(db, { fileId, userId, bytes: file.bytes })
    await db.transaction(async tx => {
      await lockLeads(tx, userId)
      if ((await countBusinesses(tx, userId)) + rows > knownBusinessLimit)
        throw new Refusal('TOO_MANY_KNOWN_BUSINESSES')
      await finishReading(tx, fileId, rows)
      await queueInTurn(deps, tx, knownMatchJob, { payloads: [{ fileId }], holder: holderOf(file) })
    })
  } catch (error) {
    await removeFile(db, fileId)
    throw error
  }
  return shownFile(await ownFile(db, userId, fileId), file.account.tier)
}

function unusable(message: string): Refusal {
  return new Refusal('INVALID_REQUEST', { message, issues: [{ path: 'fields', message }] })
}

export async function ownFile(db: Queryable, userId: number, id: number): Promise<StoredFile> {
  const file = await findFile(db, userId, id)
  if (file === undefined) throw new Refusal('NOT_FOUND')
  return file
}

/** Deletes a file. Its businesses no longer count as known. */
export async function deleteKnownFile({ db }: Deps, { id: userId }: Account, id: number): Promise<void> {
  await ownFile(db, userId, id)
  await removeFile(db, id)
}

/** The number of rows that one statement deletes. On the embedded database, a statement blocks all others. */
const DELETED_AT_ONCE = 2000

async function removeFile(db: Db, fileId: number): Promise<void> {
  const end = await lastRow(db, fileId)
  for (let after = 0; after < end; after += DELETED_AT_ONCE)
    await db.transaction(tx => deleteRows(tx, { fileId, after, last: after + DELETED_AT_ONCE }))
  await deleteFile(db, fileId)
}

const ABANDONED_MS = 3_600_000

/** Deletes the rows of files that a process did not finish reading because it was killed. */
export async function sweepUnfinished({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const { id } of await unfinishedBefore(db, new Date(clock.now().getTime() - ABANDONED_MS)))
    await removeFile(db, id)
}

const REPORT_PORTION = 1000
const reportHeader = [
  'Row',
  'Found by',
  'Left out of searches',
  'Reason',
  'Name',
  'Phone',
  'Website',
  'Address',
  'City',
  'State',
  'ZIP code',
]

/** A CSV file with the result for each row. It contains no facts that the user's file did not have. */
export async function knownReport({ db }: Deps, { id: userId }: Account, id: number): Promise<FileReply> {
  await ownFile(db, userId, id)
  return {
    fileName: `leadline-known-businesses-${id}.csv`,
    mediaType: 'text/csv',
    content: Readable.from(linesOf(db, id)),
  }
}

const reasons: Partial<Record<KnownMatch, string>> = {
  several: 'Several places fit; add the phone or the address',
  none: 'No place fits yet; the row is compared again when places are added',
}

async function* linesOf(db: Queryable, fileId: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(reportHeader)
  for (let after = 0; ;) {
    const rows = await reportRows(db, { fileId, after, limit: REPORT_PORTION })
    yield rows
      .map(({ row, match, problem, phone, ...known }) =>
        csvLine([
          row,
          match === null ? 'not compared yet' : knownMatches[match],
          match === 'phone' || match === 'website' || match === 'address' ? 'yes' : 'no',
          problem ?? (match === null ? null : (reasons[match] ?? null)),
          known.name,
          phone === null ? null : nationalPhone(phone),
          known.domain,
          known.street,
          known.city,
          known.state,
          known.zip,
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < REPORT_PORTION) return
    after = last.row
  }
}
