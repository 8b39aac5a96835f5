import { Readable } from 'node:stream'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { ownLeadsAfter } from '#server/leads/own-leads.usecases.ts'
import { FairSlots } from '#server/platform/basics/fair-slots.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { type OwnDataPage, ownDataTables, readOwnDataRows } from './own-data.repository.ts'

/** Parts of a user's own files have 16 kB each. On the embedded database, everyone waits for a portion. */
const ROWS_AT_ONCE = 100
/** All downloads read one portion at a time, and users take turns. */
const portions = new FairSlots(1)

const downloadLimit = limitPerId({ name: 'downloads of your data', limit: 10, windowSeconds: 3600 })

/** All stored data of an account as one JSON file, read and sent in portions. */
export async function readOwnData(deps: Deps, { id: userId }: Account): Promise<FileReply> {
  const now = deps.clock.now()
  await hitRateLimit(deps.db, downloadLimit(userId), now)
  await recordSecurityEvent(deps.db, { kind: 'own-data-downloaded', userId }, now)
  return {
    fileName: 'leadline-my-data.json',
    mediaType: 'application/json',
    content: Readable.from(jsonOf(deps, userId, now), { highWaterMark: 1 }),
  }
}

async function* jsonOf(deps: Deps, userId: number, now: Date): AsyncGenerator<string> {
  yield `{\n"writtenAt": ${JSON.stringify(now)}`
  for (const [name, sql] of Object.entries(ownDataTables))
    yield* partOf(name, userId, page => readOwnDataRows(deps.db, sql, page))
  // Read through the catalog, so that do-not-contact entries apply here, too.
  yield* partOf('leads', userId, page => ownLeadsAfter(deps, page))
  yield '\n}\n'
}

async function* partOf(
  name: string,
  userId: number,
  rowsAfter: (page: OwnDataPage) => Promise<{ id: number }[]>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`
  for (let after = 0, isEnd = false; !isEnd;) {
    const page = { userId, after, limit: ROWS_AT_ONCE }
    const rows = await portions.run(String(userId), () => rowsAfter(page))
    if (rows.length > 0) yield `${after === 0 ? '\n' : ',\n'}${rows.map(row => JSON.stringify(row)).join(',\n')}`
    isEnd = rows.length < ROWS_AT_ONCE
    after = rows.at(-1)?.id ?? after
  }
  yield ']'
}
