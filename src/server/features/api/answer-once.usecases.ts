import { createHash } from 'node:crypto'
import { idempotencyHours } from '#contract/public-api/api-limits.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import { deleteAnswersBefore, findAnswer, insertAnswer, type StoredAnswer } from './answer-once.repository.ts'

/** A write with its Idempotency-Key; undefined if it has none. */
export type Asked = { userId: number; idempotencyKey: string | undefined; what: unknown }
export type Once<Answer> = { answer: Answer; isRepeated: boolean }

const KEPT_MS = idempotencyHours * 3_600_000

/**
 * Runs a write at most once per Idempotency-Key. The response is stored in the transaction that charges for it, so a
 * crash never leaves one without the other. Of two concurrent requests with the same key, the later one rolls back and
 * gets the first one's response. A refusal is not stored, because nothing was done, so the same key may try again.
 */
export async function answerOnce<Answer>(
  deps: Deps,
  asked: Asked,
  run: (inSameTransaction?: InSameTransaction<Answer>) => Promise<Answer>,
): Promise<Once<Answer>> {
  const key = keyOf(asked)
  if (key === null) return { answer: await run(), isRepeated: false }
  const earlier = await storedAnswer(deps, key)
  if (earlier !== undefined) return repeated<Answer>(earlier)
  try {
    const answer = await run(async (tx, made) => {
      if (!(await insertAnswer(tx, { ...key, answer: made, ...timesOf(deps) })))
        throw new Refusal('IDEMPOTENCY_KEY_REUSED')
    })
    return { answer, isRepeated: false }
  } catch (error) {
    // A concurrent request may have succeeded, and used up what this one lacked.
    const twin = await storedAnswer(deps, key)
    if (twin === undefined) throw error
    return repeated<Answer>(twin)
  }
}

/**
 * For a write that costs nothing and whose response is computed again: only records that the key belongs to one
 * request.
 */
export async function claimKey(deps: Deps, asked: Asked): Promise<void> {
  await answerOnce<null>(deps, asked, async inSameTransaction => {
    await deps.db.transaction(async tx => inSameTransaction?.(tx, null))
    return null
  })
}

/**
 * For a write that may be done twice, such as setting a value: its response is stored after it. Only a crash in between
 * lets a repeated request do it again.
 */
export const answerAfter = <Answer>(deps: Deps, asked: Asked, run: () => Promise<Answer>): Promise<Once<Answer>> =>
  answerOnce<Answer>(deps, asked, async inSameTransaction => {
    const answer = await run()
    if (inSameTransaction !== undefined) await deps.db.transaction(tx => inSameTransaction(tx, answer))
    return answer
  })

type Key = NonNullable<ReturnType<typeof keyOf>>

function keyOf({ userId, idempotencyKey, what }: Asked) {
  if (idempotencyKey === undefined) return null
  return { userId, keyHash: sha256(idempotencyKey), fingerprint: sha256(JSON.stringify(what)) }
}

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

async function storedAnswer(deps: Deps, key: Key): Promise<StoredAnswer | undefined> {
  const stored = await findAnswer(deps.db, key, timesOf(deps).since)
  if (stored !== undefined && !Buffer.from(stored.fingerprint).equals(key.fingerprint))
    throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  return stored
}

const repeated = <Answer>({ answer }: StoredAnswer): Once<Answer> => ({ answer: answer as Answer, isRepeated: true })

function timesOf({ clock }: Deps): { now: Date; since: Date } {
  const now = clock.now()
  return { now, since: new Date(now.getTime() - KEPT_MS) }
}

/** A chore: deletes expired responses. */
export const sweepAnswers = (deps: Deps): Promise<void> => deleteAnswersBefore(deps.db, timesOf(deps).since)
