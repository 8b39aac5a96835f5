import { hash } from 'node:crypto'
import { idempotencyHours, keptAnswers } from '#contract/public-api/api-limits.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitSeveralLoosely } from '#server/platform/limits/rate-limit.ts'
import { deleteAnswersBefore, findAnswer, insertAnswer, type StoredAnswer } from './answer-once.repository.ts'

/** A request that changes something, with its Idempotency-Key if it has one. */
export type KeyedRequest = { userId: number; idempotencyKey: string | undefined; what: unknown }
export type Once<Answer> = { answer: Answer; isRepeated: boolean }

const KEPT_MS = idempotencyHours * 3_600_000

/**
 * Runs a write at most once for each Idempotency-Key. The response is stored in the transaction that charges for it, so
 * a crash never leaves one without the other. If two requests with the same key are concurrent, the later one rolls
 * back and gets the response of the first one. A refusal is not stored, because nothing was done, so the same key can
 * be tried again.
 */
export const answerOnce = <Answer>(
  deps: Deps,
  asked: KeyedRequest,
  run: (inSameTransaction?: InSameTransaction<Answer>) => Promise<Answer>,
): Promise<Once<Answer>> =>
  keepOnce<Answer>(deps, asked, keep =>
    run(
      keep &&
        (async (tx, answer) => {
          await countKept(tx, asked, { bytes: JSON.stringify(answer)?.length ?? 0, now: deps.clock.now() })
          await keep(tx, answer)
        }),
    ),
  )

async function keepOnce<Answer>(
  deps: Deps,
  asked: KeyedRequest,
  run: (keep?: InSameTransaction<Answer>) => Promise<Answer>,
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
    // A concurrent request with the same key may have succeeded and used up the quota.
    const twin = await storedAnswer(deps, key)
    if (twin === undefined) throw error
    return repeated<Answer>(twin)
  }
}

export const keptLimit = limitPerId({
  name: 'answers are kept for the Idempotency-Keys of your account',
  note: 'Without a key, the call works.',
  limit: keptAnswers.perDay,
  windowSeconds: idempotencyHours * 3600,
})

/** Refuses if too many answers are kept for the account. The call then changes nothing. */
async function countKept(
  tx: Queryable,
  { userId }: KeyedRequest,
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  const weight = Math.max(1, Math.ceil(bytes / keptAnswers.bytesPerCount))
  await hitSeveralLoosely(tx, keptLimit(userId), { hits: weight, now })
}

/** Only records that the key belongs to this request. For writes that cost nothing and can be computed again. */
export async function claimKey(deps: Deps, asked: KeyedRequest): Promise<void> {
  await answerOnce<null>(deps, asked, async inSameTransaction => {
    await deps.db.transaction(async tx => inSameTransaction?.(tx, null))
    return null
  })
}

/**
 * Like `answerOnce`, but stores the response after the write, not in the same transaction. After a crash in between, a
 * repeated request writes again. For writes that may be done twice, such as setting a value. The answer is counted
 * first, because the write cannot be refused afterwards; such answers are short.
 */
export const answerAfter = <Answer>(
  deps: Deps,
  asked: KeyedRequest,
  run: () => Promise<Answer>,
): Promise<Once<Answer>> =>
  keepOnce<Answer>(deps, asked, async keep => {
    if (keep === undefined) return run()
    await countKept(deps.db, asked, { bytes: 0, now: deps.clock.now() })
    const answer = await run()
    await deps.db.transaction(tx => keep(tx, answer))
    return answer
  })

type Key = NonNullable<ReturnType<typeof keyOf>>

function keyOf({ userId, idempotencyKey, what }: KeyedRequest) {
  if (idempotencyKey === undefined) return null
  return {
    userId,
    keyHash: hash('sha256', idempotencyKey, 'buffer'),
    fingerprint: hash('sha256', JSON.stringify(what), 'buffer'),
  }
}

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

export const sweepAnswers = (deps: Deps): Promise<void> => deleteAnswersBefore(deps.db, timesOf(deps).since)
