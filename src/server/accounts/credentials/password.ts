import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '#server/platform/basics/refusal.ts'

// argon2id is the library's default algorithm. Each run takes 19 MiB and one core for about 20 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()))
const WAITING_AT_MOST = 100
const RETRY_AFTER_SECONDS = 3
/** A hash of no known password: signing in with an unknown name takes as long as with a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$1A04Jj47Ti/aRPHq8KONZw$Ue4joQaNuSq4ks3UkayG5VCkP8aVqCu3BS8PV8We9IY'

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalize(password), cost))

/** Whether the password matches `passwordHash`. Without a hash, it takes the same time and is false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isRight = await inTurn(() => verify(passwordHash ?? nobodysHash, normalize(password)))
  return isRight && passwordHash !== undefined
}

// Other keyboards may compose the same characters differently.
const normalize = (password: string): string => password.normalize('NFKC')

const turns = pLimit(AT_ONCE)

export const passwordLoad = (): { running: number; waiting: number } => ({
  running: turns.activeCount,
  waiting: turns.pendingCount,
})

/** Runs a few at a time, queues some more, and rejects the rest: sign-ins must not exhaust CPU and memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= WAITING_AT_MOST)
    throw new Refusal('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return turns(work)
}
