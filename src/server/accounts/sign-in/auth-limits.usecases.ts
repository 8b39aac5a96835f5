import type { Deps } from '#server/accounts/deps.ts'
import type { SignedIn } from '#server/accounts/sessions/session.usecases.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import {
  clearRateLimit,
  forgiveHit,
  forgiveHits,
  hitAll,
  hitRateLimit,
  type RateLimit,
} from '#server/platform/limits/rate-limit.ts'
import { doneSignInsLimit, signUpLimit, type SignInLimits, takenAnswersLimit } from './auth-limits.rules.ts'

/**
 * Runs a sign-in within its limits. The attempt is counted as failed before the password is checked, so that concurrent
 * attempts cannot exceed the limit. A success undoes the count.
 */
export async function limitFailures(
  deps: Deps,
  { inName, ofAddress }: SignInLimits,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const limits = ofAddress === null ? [inName] : [ofAddress, inName]
  await hitAll(deps.db, limits, deps.clock.now())
  if (!(await orForgive(deps, limits, isRight))) return false
  await clearRateLimit(deps.db, inName)
  if (ofAddress !== null) await forgiveHit(deps.db, ofAddress)
  return true
}

/**
 * Runs a sign-up within its limits. Successes and refusals are counted separately. Every refusal counts as revealing
 * what is taken, because even an unrelated one reveals that nothing is.
 */
export async function limitSignUps(deps: Deps, network: Network, signUp: () => Promise<SignedIn>): Promise<SignedIn> {
  const limits = { done: signUpLimit(network), told: takenAnswersLimit(network) }
  await hitAll(deps.db, Object.values(limits), deps.clock.now())
  try {
    const signedIn = await signUp()
    await forgiveHit(deps.db, limits.told)
    return signedIn
  } catch (error) {
    await forgiveHit(deps.db, limits.done)
    const hasTold = error instanceof Refusal && error.errorType !== 'UNAVAILABLE'
    if (!hasTold) await forgiveHit(deps.db, limits.told)
    throw error
  }
}

/**
 * Checks the password of a sign-in within the limit of right ones for an account from one place. Counted before the check,
 * so that beyond the limit no password is hashed: one user's sign-ins cannot slow down those of others.
 */
export async function limitSignIns(
  deps: Deps,
  { inName }: SignInLimits,
  isPassword: () => Promise<boolean>,
): Promise<boolean> {
  const limit = doneSignInsLimit(inName.key)
  await hitRateLimit(deps.db, limit, deps.clock.now())
  const isRight = await orForgive(deps, [limit], isPassword)
  if (!isRight) await forgiveHit(deps.db, limit)
  return isRight
}

async function orForgive<T>(deps: Deps, limits: RateLimit[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await forgiveHits(deps.db, limits)
    throw error
  }
}
