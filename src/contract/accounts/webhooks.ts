import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { whenMissing } from '../messages.ts'
import { RowId } from '../row-id.ts'

export const webhookEvents = [
  'lead.pulled',
  'lead.changed',
  'lead.status_changed',
  'lead.site_checked',
  'saved_search.hits',
  'list.changed',
  'quota.low',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookLimit = 10
/** Test messages, and failed messages that are sent again, of an account. */
export const webhookSendsPerHour = 60
/** Endpoints that an account can create, change, rotate, or delete. */
export const webhookChangesPerHour = 120
/** Messages, with their attempts, are kept for this long. */
export const webhookHistoryDays = 30
/** An endpoint that fails for this long is turned off. */
export const webhookFailingDays = 5
/** After a rotation, the former secret also signs for this long. */
export const formerSecretHours = 24
/** An event of more leads is told in several messages. */
export const leadsPerMessage = 100

/** off: by its owner. held: its messages wait until its owner turns it on. */
export const webhookStates = ['on', 'off', 'held', 'failed', 'gone', 'full'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Why we have turned it off. */
export const whyOff = {
  failed: 'Every message to it has failed for five days.',
  gone: 'It answered that it is gone for good (410).',
  full: 'More than 10,000 messages were waiting for it.',
}

export const Webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  createdAt: z.iso.datetime(),
  failingSince: z.iso.datetime().nullable(),
  formerSecretUntil: z.iso.datetime().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/**
 * Why an attempt got no answer, or one that does not count. `name`: the host's name has no address. `address`: a private
 * one. `answer`: it was no HTTP. `plan`: the plan does not include webhooks. `disabled`: an administrator had disabled the
 * account.
 */
export const webhookFaults = [
  'timeout',
  'name',
  'connection',
  'certificate',
  'closed',
  'answer',
  'address',
  'redirect',
  'secret',
  'off',
  'plan',
  'disabled',
] as const
export type WebhookFault = (typeof webhookFaults)[number]

export const WebhookAttempt = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null without an answer. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  fault: z.enum(webhookFaults).nullable(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const webhookMessageStates = ['waiting', 'delivered', 'failed'] as const
export const WebhookMessage = z.object({
  id: z.number().int(),
  /** The `webhook-id` header. */
  webhookId: z.string(),
  type: z.enum([...webhookEvents, 'test']),
  state: z.enum(webhookMessageStates),
  createdAt: z.iso.datetime(),
  /** Null if no attempt is planned, and during an attempt. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The newest ones, newest first. */
  attempts: z.array(WebhookAttempt),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

const urlMessage = 'Please enter an address that begins with https://'
const WebhookUrl = z.string(whenMissing(urlMessage)).trim().min(1, urlMessage).max(2000)
const eventsMessage = 'Please choose at least one event'
const WebhookEvents = z
  .array(z.enum(webhookEvents), whenMissing(eventsMessage))
  .min(1, eventsMessage)
  .max(webhookEvents.length)
export const WebhookInput = z.strictObject({ url: WebhookUrl, events: WebhookEvents })
export type WebhookInput = z.infer<typeof WebhookInput>
export const WebhookChange = z.strictObject({
  url: WebhookUrl.optional(),
  events: WebhookEvents.optional(),
  isOn: z.boolean().optional(),
})
export type WebhookChange = z.infer<typeof WebhookChange>

const params = z.object({ id: RowId })
const messageParams = z.object({ id: RowId, messageId: RowId })
const WithSecret = z.object({ webhook: Webhook, secret: z.string() })
const inPlan = { feature: 'api' } as const

export const getWebhooks = endpoint('GET', '/api/webhooks', {
  replies: { 200: z.object({ webhooks: z.array(Webhook) }) },
})
/** Create a webhook endpoint; only this answer contains its secret. */
export const createWebhook = endpoint('POST', '/api/webhooks', {
  ...inPlan,
  limit: 'webhook change',
  body: WebhookInput,
  replies: { 201: WithSecret },
})
export const changeWebhook = endpoint('PATCH', '/api/webhooks/:id', {
  ...inPlan,
  limit: 'webhook change',
  params,
  body: WebhookChange,
  replies: { 200: Webhook },
})
export const deleteWebhook = endpoint('DELETE', '/api/webhooks/:id', {
  limit: 'webhook change',
  params,
  replies: { 200: Said },
})
/** Replace the secret of an endpoint; the former one also signs for another 24 hours. */
export const rotateWebhookSecret = endpoint('POST', '/api/webhooks/:id/rotation', {
  ...inPlan,
  limit: 'webhook change',
  params,
  replies: { 200: WithSecret },
})
export const testWebhook = endpoint('POST', '/api/webhooks/:id/test', {
  ...inPlan,
  limit: 'webhook send',
  params,
  replies: { 202: Said },
})
export const listWebhookMessages = endpoint('GET', '/api/webhooks/:id/messages', {
  params,
  query: z.object({
    state: z.enum(['failed']).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,16}$/, 'Invalid cursor')
      .optional(),
  }),
  replies: { 200: z.object({ items: z.array(WebhookMessage), nextCursor: z.string().nullable() }) },
})
export const resendWebhookMessage = endpoint('POST', '/api/webhooks/:id/messages/:messageId/resend', {
  ...inPlan,
  limit: 'webhook send',
  params: messageParams,
  replies: { 202: Said },
})
