import { leadsPerMessage, type WebhookEvent } from '#contract/accounts/webhooks.ts'
import { plans, tiers } from '#contract/plans.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { attemptsAtMost } from './delivery.rules.ts'
import { hasSubscriber, insertMessages } from './messages.repository.ts'
import type { StatusChange, WebhookContents } from './webhook-body.rules.ts'

const tiersWithWebhooks = tiers.filter(tier => plans[tier].gates.includes('api'))

type Of = { userId: number; now: Date }

/**
 * Whether any endpoint of the user receives such events, so that callers gather the details only if they are needed.
 */
export const isSubscribed = (db: Queryable, userId: number, type: WebhookEvent): Promise<boolean> =>
  hasSubscriber(db, { userId, type, tiers: tiersWithWebhooks })

/**
 * Writes messages for the user's endpoints, in the transaction of the event, so that neither exists without the other.
 * They are sent soon after its commit.
 */
const queueEvent = <Type extends WebhookEvent>(
  tx: Queryable,
  { userId, now }: Of,
  type: Type,
  contents: readonly WebhookContents[Type][],
): Promise<void> =>
  insertMessages(tx, { userId, type, contents, now, triesLeft: attemptsAtMost, tiers: tiersWithWebhooks })

export const queueLeadPulled = (
  tx: Queryable,
  { searchId, leadIds, ...of }: Of & { searchId: number | null; leadIds: readonly number[] },
): Promise<void> =>
  queueEvent(
    tx,
    of,
    'lead.pulled',
    portions(leadIds, ids => ({ searchId, leadIds: ids })),
  )

export const queueLeadChanged = (
  tx: Queryable,
  { leads, ...of }: Of & { leads: readonly { id: number; changed: string[] }[] },
): Promise<void> =>
  queueEvent(
    tx,
    of,
    'lead.changed',
    portions(leads, some => ({ leads: some })),
  )

export const queueStatusChanged = (
  tx: Queryable,
  { changes, ...of }: Of & { changes: readonly StatusChange[] },
): Promise<void> =>
  queueEvent(
    tx,
    of,
    'lead.status_changed',
    portions(changes, some => ({ changes: some })),
  )

export const queueSiteChecked = (
  tx: Queryable,
  { leads, ...of }: Of & { leads: readonly { id: number; hasStopped: boolean }[] },
): Promise<void> =>
  queueEvent(
    tx,
    of,
    'lead.site_checked',
    portions(leads, some => ({ leads: some })),
  )

export const queueSearchHits = (tx: Queryable, { userId, now, ...hits }: Of & WebhookContents['saved_search.hits']) =>
  queueEvent(tx, { userId, now }, 'saved_search.hits', [hits])

export const queueListChanged = (tx: Queryable, { userId, now, ...list }: Of & WebhookContents['list.changed']) =>
  queueEvent(tx, { userId, now }, 'list.changed', [list])

export const queueQuotaLow = (tx: Queryable, { userId, now, ...quota }: Of & WebhookContents['quota.low']) =>
  queueEvent(tx, { userId, now }, 'quota.low', [quota])

/** Divides an event of many leads into several messages, so that none is huge. */
function portions<Each, Content>(all: readonly Each[], contentOf: (some: Each[]) => Content): Content[] {
  const contents: Content[] = []
  for (let from = 0; from < all.length; from += leadsPerMessage)
    contents.push(contentOf(all.slice(from, from + leadsPerMessage)))
  return contents
}
