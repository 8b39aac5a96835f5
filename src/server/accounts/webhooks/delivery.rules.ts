import { webhookFailingDays, type WebhookFault } from '#contract/accounts/webhooks.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** The waits after each failed attempt. The first attempt is made at once. */
const waitsMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * HOUR_MS),
] as const
export const attemptsAtMost = waitsMs.length + 1
/** Waits are up to this much longer, so that messages that failed together do not come back together. */
const JITTER = 0.1
const LONGEST_PAUSE_MS = DAY_MS

export type Answer = { status: number | null; fault: WebhookFault | null; ms: number; retryAfter: string | null }
export type Outcome = {
  state: 'waiting' | 'delivered' | 'failed'
  nextAt: Date | null
  /** The endpoint asked not to be called before. */
  pausedUntil: Date | null
  /** It never wants to be called again. */
  isGone: boolean
}

type Circumstances = {
  /** With this one. */
  triesLeft: number
  /** False if the address was replaced during the call. What a former address asks for is ignored. */
  isCurrent?: boolean
  now: Date
  /** From 0 to 1. */
  random: number
}

export function outcomeOf(
  { status, retryAfter }: Answer,
  { triesLeft, isCurrent = true, now, random }: Circumstances,
): Outcome {
  if (status !== null && status >= 200 && status < 300)
    return { state: 'delivered', nextAt: null, pausedUntil: null, isGone: false }
  const isGone = status === 410 && isCurrent
  const pausedUntil = isGone || !isCurrent ? null : pauseUntil(retryAfter, now)
  if (isGone || triesLeft <= 1) return { state: 'failed', nextAt: null, pausedUntil, isGone }
  const waitMs = (waitsMs[attemptsAtMost - triesLeft] ?? LONGEST_PAUSE_MS) * (1 + JITTER * random)
  const planned = now.getTime() + waitMs
  const nextAt = new Date(Math.max(planned, pausedUntil?.getTime() ?? 0))
  return { state: 'waiting', nextAt, pausedUntil, isGone }
}

/** Reads Retry-After, which is a number of seconds or a date, and obeys it for up to a day. */
export function pauseUntil(retryAfter: string | null, now: Date): Date | null {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  if (Number.isNaN(ms) || ms <= 0) return null
  return new Date(now.getTime() + Math.min(ms, LONGEST_PAUSE_MS))
}

/** The first pattern that fits counts. */
const faultsByCode: readonly [RegExp, WebhookFault][] = [
  [/^E(?:NOTFOUND|NODATA|SERVFAIL|REFUSED|TIMEOUT)$/, 'name'],
  [/TIMEOUT|TIMEDOUT/, 'timeout'],
  [/CERT|LEAF_SIGNATURE|SSL|EPROTO/, 'certificate'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'closed'],
  [/^E[A-Z]+$/, 'connection'],
]

/** What an error code of the name server, OpenSSL, the system, or undici means for a call. */
export const faultOfCode = (code: string): WebhookFault | undefined =>
  faultsByCode.find(([codes]) => codes.test(code))?.[1]

/** Failures that are this far apart are not one failure. Longer than the longest wait. */
const SAME_FAILURE_MS = 2 * DAY_MS

type Failing = { failingSince: Date | null; lastFailedAt: Date | null }

/** Since when an endpoint fails that has failed now, and whether that is too long. */
export function failureOf({ failingSince, lastFailedAt }: Failing, now: Date): { since: Date; isTooLong: boolean } {
  const isSame = lastFailedAt !== null && now.getTime() - lastFailedAt.getTime() < SAME_FAILURE_MS
  const since = isSame && failingSince !== null ? failingSince : now
  return { since, isTooLong: now.getTime() - since.getTime() >= webhookFailingDays * DAY_MS }
}
