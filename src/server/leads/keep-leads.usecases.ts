import type { Lead } from '#contract/leads/leads.ts'
import { allowsFeature } from '#contract/plans.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { isSubscribed, queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { together } from '#server/platform/database/transaction.ts'
import type { ChosenLead, ChosenPage } from './choose-leads.usecases.ts'
import { currentLead } from './current-lead.ts'
import { changePhones, listLeads, renameLeads, saveLeads, takeBack } from './keep-leads.repository.ts'
import { workOf } from './leads.repository.ts'
import { saveOtherPhones } from './shared-phones.repository.ts'
import { settlePhones } from './shared-phones.usecases.ts'

/** True if the user gets the lead with this page, because it is new or was returned before. */
const isPulled = ({ isNew, wasReturned }: ChosenLead): boolean => isNew || wasReturned

/** Saves the chosen leads. If a search found them, it lists them from `firstPosition` on. */
export async function keepLeads(
  tx: Queryable,
  kept: {
    account: Account
    catalog: CatalogSnapshot
    /** Null if they are rows of a file of the user. */
    searchId: number | null
    chosen: ChosenPage
    firstPosition: number
    now: Date
  },
): Promise<Lead[]> {
  const { account, catalog, searchId, chosen, firstPosition, now } = kept
  const leads = chosen.leads.map((lead, index) => Object.assign(lead, { position: firstPosition + index }))
  await renameLeads(tx, account.id, chosen.renamed)
  const written = leads.filter(({ unchanged }) => unchanged === null)
  const unwritten = leads.flatMap(({ unchanged, position, distanceMiles: miles }) =>
    unchanged === null ? [] : { id: unchanged.id, position, distanceMiles: miles },
  )
  const hasWebhooks = allowsFeature(account.tier, 'api') && written.some(isPulled)
  const [saved, , isWebhookDue] = await together(
    saveLeads(tx, {
      userId: account.id,
      searchId,
      leads: written,
      areNew: written.every(({ isNew }) => isNew),
      now,
    }),
    listLeads(tx, searchId, unwritten),
    hasWebhooks ? isSubscribed(tx, account.id, 'lead.pulled') : false,
  )
  if (isWebhookDue) {
    const leadIds = written.flatMap((lead, index) => (isPulled(lead) ? (saved[index]?.id ?? []) : []))
    await queueEvent(tx, { userId: account.id, now }, 'lead.pulled', { searchId, leadIds })
  }
  await takeBackReturned(tx, { written, saved, searchId, now })
  await changePhones(tx, account.id, chosen.changedLines)
  const kin = written.flatMap((lead, index) => {
    const own = saved[index]
    return own === undefined ? [] : [{ ...lead, ...own, report: lead.wasReturned ? null : own.report }]
  })
  await saveOtherPhones(
    tx,
    account.id,
    kin.filter(({ isFirstOfLine, otherPhones }) => !isFirstOfLine || otherPhones.length > 0),
  )
  const changed = new Set(chosen.changedLines.map(({ placeKey }) => placeKey))
  const isUnsettled = ({ isFirstOfLine, isNew, phone, placeKey }: ChosenLead): boolean =>
    !isFirstOfLine || changed.has(placeKey) || (phone === null && !isNew)
  const isWorkMoved = await settlePhones(tx, account.id, {
    leadIds: kin.flatMap(lead => (isUnsettled(lead) ? lead.id : [])),
    formerPhones: chosen.changedLines.flatMap(({ was }) => was ?? []),
  })
  const known = new Map(kin.map(lead => [lead.placeKey, lead]))
  const found = leads.flatMap(lead => {
    const stored = lead.unchanged ?? known.get(lead.placeKey)
    return stored === undefined ? [] : Object.assign({}, lead, stored, { isListed: true, doNotContact: false })
  })
  if (!isWorkMoved) return found.map(lead => currentLead(lead, catalog))
  const works = await workOf(
    tx,
    found.map(({ id }) => id),
  )
  return found.map(lead => currentLead({ ...lead, work: works.get(lead.id) ?? null }, catalog))
}

type Written = { written: ChosenLead[]; saved: { id: number }[]; searchId: number | null; now: Date }

/** Reverses the return of leads that the user has pulled again. */
async function takeBackReturned(tx: Queryable, { written, saved, searchId, now }: Written): Promise<void> {
  const returned = written.flatMap((lead, index) =>
    lead.wasReturned ? [{ id: saved[index]?.id ?? 0, isFree: lead.isFree }] : [],
  )
  if (returned.length === 0) return
  await takeBack(tx, {
    leadIds: returned.map(({ id }) => id),
    free: returned.flatMap(({ id, isFree }) => (isFree ? id : [])),
    searchId,
    now,
  })
}
