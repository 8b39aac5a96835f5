import { leadsPerMessage, type WebhookEvent } from '#contract/accounts/webhooks.ts'
import { plans, tiers } from '#contract/plans.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { attemptsAtMost } from './delivery.rules.ts'
import { hasSubscriber, insertMessages } from './messages.repository.ts'
import type { WebhookContents } from './webhook-body.rules.ts'

const tiersWithWebhooks = tiers.filter(tier => plans[tier].gates.includes('api'))

/** Whether an endpoint of the user receives such events, so that details are gathered only if needed. */
export const isSubscribed = (db: Queryable, userId: number, type: WebhookEvent): Promise<boolean> =>
  hasSubscriber(db, { userId, type, tiers: tiersWithWebhooks })

/**
 * Writes messages for the user's endpoints, in the transaction of the event, so that neither exists without the other.
 * They are sent soon after its commit. An event of many leads becomes several messages, so that none is huge.
 */
export const queueEvent = <Type extends WebhookEvent>(
  tx: Queryable,
  { userId, now }: { userId: number; now: Date },
  type: Type,
  content: WebhookContents[Type],
): Promise<void> =>
  insertMessages(tx, {
    userId,
    type,
    contents: portionsOf(content),
    now,
    triesLeft: attemptsAtMost,
    tiers: tiersWithWebhooks,
  })

/** Divides the list of a content, if it has one. */
function portionsOf<Content extends object>(content: Content): Content[] {
  const list = Object.entries(content).find((field): field is [string, unknown[]] => Array.isArray(field[1]))
  if (list === undefined) return [content]
  const [name, all] = list
  return Array.from({ length: Math.ceil(all.length / leadsPerMessage) }, (_, index) => ({
    ...content,
    [name]: all.slice(index * leadsPerMessage, (index + 1) * leadsPerMessage),
  }))
}
