import type { WebhookFault } from '#contract/accounts/webhooks.ts'
import { plans } from '#contract/plans.ts'
import { productName } from '#contract/product.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { type Account, accountOf } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { fromTemplate, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import type { CallWebhook } from './call-webhook.ts'
import {
  type DueMessage,
  type EndpointResult,
  endMessages,
  findOwners,
  lockEndpoints,
  type LockedEndpoint,
  saveEndpoints,
  saveResults,
  takeDue,
} from './delivery.repository.ts'
import { type Answer, failureOf, type Outcome, outcomeOf } from './delivery.rules.ts'
import { encryptionContext } from './endpoints.usecases.ts'
import { webhookIdOf } from './history.usecases.ts'
import { signedHeaders } from './signature.rules.ts'
import { type StoredEvent, webhookBody } from './webhook-body.rules.ts'

/** A call ends within 15 seconds. */
const LOST_MS = 60_000

/** `obstacle`: why the account's messages are not sent; null if they are. */
export type TakenMessage = DueMessage & { obstacle: Obstacle | null }
type Obstacle = Extract<WebhookFault, 'plan' | 'disabled'>
export type Lane = { areFailing: boolean; atMost: number; perEndpoint: number }

/** Takes due messages, so that no other process sends them meanwhile. */
export async function takeDueMessages(
  { db, clock }: Deps,
  lane: Lane,
  busy: ReadonlyMap<number, number>,
): Promise<TakenMessage[]> {
  const now = clock.now()
  const taken = await takeDue(db, { ...lane, now, lostAt: new Date(now.getTime() + LOST_MS), busy })
  if (taken.length === 0) return []
  const owners = await findOwners(db, [...new Set(taken.map(({ userId }) => userId))])
  const accounts = new Map(owners.map(row => [row.id, accountOf(row, now)]))
  return taken.map(message => Object.assign(message, { obstacle: obstacleOf(accounts.get(message.userId)) }))
}

function obstacleOf(account: Account | undefined): Obstacle | null {
  if (account === undefined || account.isDisabled) return 'disabled'
  return plans[account.tier].gates.includes('api') ? null : 'plan'
}

// A retry does not help against these.
const isObstacle = (fault: WebhookFault | null): boolean => fault === 'plan' || fault === 'disabled'

export type Attempt = { message: DueMessage; at: Date; answer: Answer }

/** Makes one attempt to deliver a message. Never throws. */
export async function attempt(deps: Deps, call: CallWebhook, message: TakenMessage): Promise<Attempt> {
  const at = deps.clock.now()
  const answered = (answer: Answer): Attempt => ({ message, at, answer })
  if (message.obstacle !== null) return answered(unsent(message.obstacle))
  const secrets = secretsOf(deps, message, at)
  if (secrets.length === 0) return answered(unsent('secret'))
  const { type, content, createdAt, key, url } = message
  const body = webhookBody({ type, content } as StoredEvent, { at: createdAt, links: linksOf(deps.config) })
  const headers = signedHeaders({ id: webhookIdOf(key), body, at, secrets })
  return answered(await call({ url, body, headers: { ...headers, 'user-agent': `${productName}-Webhooks/1` } }))
}

const unsent = (fault: WebhookFault): Answer => ({ status: null, fault, ms: 0, retryAfter: null })

/** The current secret first. */
function secretsOf({ encryption }: Deps, message: DueMessage, at: Date): string[] {
  const { secret, formerSecret, formerUntil, earlierSecrets, userId } = message
  const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > at
  const earlier = earlierSecrets.filter(({ until }) => new Date(until) > at)
  return [
    secret,
    ...(isFormerValid ? [formerSecret] : []),
    ...earlier.map(({ secret: hex }) => Buffer.from(hex, 'hex')),
  ].flatMap(encrypted => encryption.decrypt(encrypted, encryptionContext(userId)) ?? [])
}

/** `isCurrent`: the endpoint still has the address that was called. */
type Decided = Attempt & { isCurrent: boolean; outcome: Outcome }

/** Records attempts and what follows from them. An endpoint that is turned off gets its owner a mail. */
export async function saveAttempts(deps: Deps, attempts: readonly Attempt[]): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    const endpoints = await lockEndpoints(tx, [...new Set(attempts.map(({ message }) => message.endpointId))])
    const decided = attempts.map(each => decide(each, endpoints, now))
    await saveResults(
      tx,
      decided.map(({ message, at, answer: { status, ms, fault }, outcome: { state, nextAt } }) => ({
        messageId: message.id,
        at,
        status,
        ms,
        fault,
        state,
        nextAt,
      })),
    )
    const changed = endpoints.flatMap(endpoint => {
      const own = decided.filter(
        ({ message, isCurrent }) => message.endpointId === endpoint.id && message.type !== 'test' && isCurrent,
      )
      return own.length === 0 ? [] : { endpoint, result: resultOf(endpoint, own, now) }
    })
    await saveEndpoints(
      tx,
      changed.map(({ result }) => result),
    )
    for (const { endpoint, result } of changed)
      if (result.state !== endpoint.state) await afterTurningOff(deps, tx, { ...endpoint, state: result.state }, now)
  })
}

function decide(made: Attempt, endpoints: readonly LockedEndpoint[], now: Date): Decided {
  const { message, answer } = made
  const isCurrent = endpoints.some(({ id, url }) => id === message.endpointId && url === message.url)
  const triesLeft = isObstacle(answer.fault) ? 1 : message.triesLeft
  return { ...made, isCurrent, outcome: outcomeOf(answer, { triesLeft, isCurrent, now, random: Math.random() }) }
}

function resultOf(endpoint: LockedEndpoint, decided: readonly Decided[], now: Date): EndpointResult {
  const { id, state } = endpoint
  const isAnswered = decided.some(({ outcome }) => outcome.state === 'delivered')
  const pauses = decided.flatMap(({ outcome }) => outcome.pausedUntil?.getTime() ?? [])
  const pausedUntil = pauses.length === 0 ? null : new Date(Math.max(...pauses))
  const isGone = decided.some(({ outcome }) => outcome.isGone)
  const hasFailed = decided.some(({ answer, outcome }) => outcome.state !== 'delivered' && !isObstacle(answer.fault))
  if (isAnswered || !hasFailed) {
    const { failingSince, lastFailedAt } = isAnswered ? { failingSince: null, lastFailedAt: null } : endpoint
    return { id, failingSince, lastFailedAt, pausedUntil, state: isGone && state === 'on' ? 'gone' : state }
  }
  const { since, isTooLong } = failureOf(endpoint, now)
  const turnedOff = isGone ? 'gone' : isTooLong ? 'failed' : state
  return { id, failingSince: since, lastFailedAt: now, pausedUntil, state: state === 'on' ? turnedOff : state }
}

/** Ends what waits for an endpoint that was turned off, and tells its owner. */
export async function afterTurningOff(
  deps: Deps,
  tx: Queryable,
  { id, userId, url, state }: Pick<LockedEndpoint, 'id' | 'userId' | 'url' | 'state'>,
  now: Date,
): Promise<void> {
  await endMessages(tx, { endpointId: id, fault: 'off', now })
  const [row] = await findOwners(tx, [userId])
  if (row === undefined) return
  const account = accountOf(row, now)
  const typed = { username: account.username, host: new URL(url).host }
  const content = fromTemplate('webhook-off', { typed, reason: state as 'failed' | 'gone' | 'full' })
  await sendMail(deps, tx, { ...toOwner(account), content, ifFull: 'skip' })
}
