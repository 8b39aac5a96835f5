import {
  formerSecretHours,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  webhookLimit,
} from '#contract/accounts/webhooks.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { invalidInput, orNotFound, orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import { fromTemplate, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { endMessages } from './delivery.repository.ts'
import {
  deleteEndpoint,
  findSecret,
  holdEndpoints,
  insertEndpoint,
  listEndpoints,
  lockForEndpoint,
  replaceSecret,
  type StoredEndpoint,
  updateEndpoint,
} from './endpoints.repository.ts'
import { newWebhookSecret } from './signature.rules.ts'
import { faultOfUrl } from './webhook-url.rules.ts'

/** An endpoint's secret is encrypted for its user, so it cannot be decrypted in another account's row. */
export const encryptionContext = (userId: number): string => `webhooks of ${userId}`

export async function readWebhooks({ db, clock }: Deps, { id }: Account): Promise<Webhook[]> {
  return (await listEndpoints(db, id)).map(row => presentWebhook(row, clock.now()))
}

/** Its secret is read with `readWebhookSecret`, so that it is never part of a stored answer. */
export async function createWebhook(
  deps: Deps,
  account: Account,
  { url, events }: WebhookInput,
  inSameTransaction?: InSameTransaction<Webhook>,
): Promise<Webhook> {
  const { id: userId } = account
  const now = deps.clock.now()
  const address = usableUrl(deps, url)
  const secret = deps.encryption.encrypt(newWebhookSecret(), encryptionContext(userId))
  return deps.db.transaction(async tx => {
    const stored = { userId, url: address, events: [...new Set(events)], secret, now, most: webhookLimit }
    if (!(await lockForEndpoint(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
    const row = orRefuse(await insertEndpoint(tx, stored), 'TOO_MANY_WEBHOOKS')
    const others = (await listEndpoints(tx, userId)).filter(({ id }) => id !== row.id)
    await mailAboutNewHost(deps, tx, account, { url: address, known: others })
    await recordSecurityEvent(tx, { kind: 'webhook-created', userId }, now)
    const made = presentWebhook(row, now)
    await inSameTransaction?.(tx, made)
    return made
  })
}

/** For the one answer that contains it, right after it was made. */
export async function readWebhookSecret(
  { db, encryption }: Deps,
  { id: userId }: Account,
  id: number,
): Promise<string> {
  const encrypted = await findSecret(db, userId, id)
  return orNotFound(encrypted === undefined ? null : encryption.decrypt(encrypted, encryptionContext(userId)))
}

/** Stops the endpoints that are on. Their messages wait until the owner turns them on. Returns their addresses. */
export async function holdWebhooks(
  tx: Queryable,
  { userId, actorId, now }: { userId: number; actorId: number | null; now: Date },
): Promise<string[]> {
  const urls = await holdEndpoints(tx, userId)
  if (urls.length > 0) await recordSecurityEvent(tx, { kind: 'webhooks-held', userId, actorId }, now)
  return urls
}

/** Turning an endpoint off ends what still waits for it. */
export async function changeWebhook(
  deps: Deps,
  account: Account,
  id: number,
  { url, events, isOn }: WebhookChange,
): Promise<Webhook> {
  const now = deps.clock.now()
  const change = {
    userId: account.id,
    id,
    url: url === undefined ? null : usableUrl(deps, url),
    events: events === undefined ? null : [...new Set(events)],
    state: isOn === undefined ? null : isOn ? ('on' as const) : ('off' as const),
  }
  return deps.db.transaction(async tx => {
    if (change.url !== null)
      await mailAboutNewHost(deps, tx, account, { url: change.url, known: await listEndpoints(tx, account.id) })
    const row = orNotFound(await updateEndpoint(tx, change))
    if (isOn === false) await endMessages(tx, { endpointId: id, fault: 'off', now })
    if (url !== undefined) await recordSecurityEvent(tx, { kind: 'webhook-changed', userId: account.id }, now)
    return presentWebhook(row, now)
  })
}

/** Limits the number of signatures on each message if somebody replaces the secret again and again. */
const earlierSecrets = 8

export async function rotateWebhookSecret(deps: Deps, { id: userId }: Account, id: number): Promise<Webhook> {
  const now = deps.clock.now()
  const secret = deps.encryption.encrypt(newWebhookSecret(), encryptionContext(userId))
  const formerUntil = new Date(now.getTime() + formerSecretHours * 3_600_000)
  return deps.db.transaction(async tx => {
    const row = orNotFound(await replaceSecret(tx, { userId, id, secret, formerUntil, now, most: earlierSecrets }))
    await recordSecurityEvent(tx, { kind: 'webhook-secret-rotated', userId }, now)
    return presentWebhook(row, now)
  })
}

/** Also works if the account's plan no longer includes the API. */
export async function deleteWebhook({ db, clock }: Deps, { id: userId }: Account, id: number): Promise<void> {
  await db.transaction(async tx => {
    if (!(await deleteEndpoint(tx, userId, id))) throw new Refusal('NOT_FOUND')
    await recordSecurityEvent(tx, { kind: 'webhook-deleted', userId }, clock.now())
  })
}

/**
 * Mails the owner about a webhook at a new server, because a webhook outlives the session or key that added it. Another
 * address on a known server causes no mail: services subscribe again and again.
 */
async function mailAboutNewHost(
  deps: Deps,
  tx: Queryable,
  account: Account,
  { url, known }: { url: string; known: StoredEndpoint[] },
): Promise<void> {
  const { host } = new URL(url)
  if (known.some(endpoint => new URL(endpoint.url).host === host)) return
  const content = fromTemplate('webhook-added', { typed: { username: account.username, host } })
  await sendMail(deps, tx, {
    ...toOwner(account),
    content,
    ifFull: { refuse: 'webhooks on new servers', unlessByOthers: true },
  })
}

function usableUrl({ config }: Deps, url: string): string {
  const message = faultOfUrl(url, config.WEBHOOK_HOSTS)
  if (message !== null) throw invalidInput('url', message)
  return new URL(url).href
}

const presentWebhook = ({ formerSecretUntil: until, ...endpoint }: StoredEndpoint, now: Date): Webhook =>
  withIsoDates({ ...endpoint, formerSecretUntil: until !== null && until > now ? until : null })
