import type { WebhookMessage } from '#contract/accounts/webhooks.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import { findEndpoint } from './endpoints.repository.ts'
import { insertTest, listAttempts, listMessages, sendAgain } from './messages.repository.ts'
import type { WebhookContents } from './webhook-body.rules.ts'
import { readBacklog, receiverStates } from './webhook-figures.repository.ts'

const PAGE = 20
const ATTEMPTS_SHOWN = 12

/** The `webhook-id` of a message, the same for each attempt. */
export const webhookIdOf = (key: string): string => `msg_${key.replaceAll('-', '')}`

/** Newest first. A page is found by its position, never by counting. */
export async function readMessages(
  { db }: Deps,
  { id: userId }: Account,
  endpointId: number,
  { state: only, cursor }: { state?: 'failed' | undefined; cursor?: string | undefined },
): Promise<{ items: WebhookMessage[]; nextCursor: string | null }> {
  const endpoint = orNotFound(await findEndpoint(db, userId, endpointId))
  const isHeld = endpoint.state === 'held'
  const before = cursor === undefined ? null : Number(cursor)
  const found = await listMessages(db, { userId, endpointId, isFailed: only === 'failed', before, limit: PAGE + 1 })
  const page = found.slice(0, PAGE)
  const messageIds = page.map(({ id }) => id)
  const attempts = await listAttempts(db, { userId, messageIds, each: ATTEMPTS_SHOWN })
  const items = page.map(({ id, type, state, key, createdAt, nextAt }) => ({
    id,
    type,
    state,
    webhookId: webhookIdOf(key),
    createdAt: createdAt.toISOString(),
    nextAttemptAt: isHeld ? null : (nextAt?.toISOString() ?? null),
    attempts: attempts
      .filter(({ messageId }) => messageId === id)
      .map(({ messageId: _of, ...attempt }) => withIsoDates(attempt)),
  }))
  return { items, nextCursor: found.length > PAGE ? String(page.at(-1)?.id) : null }
}

const testContent: WebhookContents['test'] = { message: 'This is a test. Nothing has happened.' }

/** It is sent once. Its failure does not count. */
export async function sendTest({ db, clock }: Deps, { id: userId }: Account, endpointId: number): Promise<void> {
  if (!(await insertTest(db, { userId, endpointId, content: testContent, now: clock.now() })))
    throw new Refusal('NOT_FOUND')
}

/** Sends a failed message once more, with the same id. */
export async function resend(
  { db, clock }: Deps,
  { id: userId }: Account,
  ids: { endpointId: number; messageId: number },
): Promise<void> {
  if (!(await sendAgain(db, { userId, ...ids, now: clock.now() }))) throw new Refusal('NOT_FOUND')
}

/** The messages that wait, for each state of their receivers. */
export async function readWebhookFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const secondsSince = (at: Date = now): number => Math.max(0, (now.getTime() - at.getTime()) / 1000)
  const backlogs = new Map((await readBacklog(db, now)).map(backlog => [backlog.receivers, backlog]))
  return receiverStates.map(receivers => {
    const { waiting = 0, oldestAt, dueAt } = backlogs.get(receivers) ?? {}
    return { receivers, waiting, oldestSeconds: secondsSince(oldestAt), dueSeconds: secondsSince(dueAt) }
  })
}
