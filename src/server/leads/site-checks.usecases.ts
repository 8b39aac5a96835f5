import type { SiteCheck } from '#contract/leads/site-check.ts'
import type { LeadSite, SiteCheckProgress, SiteFact } from '#contract/leads/site-facts.ts'
import { plans, siteChecksMessage } from '#contract/plans.ts'
import { registrableDomain } from '#domains/index.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { SiteChecked } from '#server/catalog/sites/site-down.rules.ts'
import { scoreSite } from '#server/catalog/sites/site-score.rules.ts'
import { queueAskedVisits, readFacts, type SiteToRead, takesMail } from '#server/catalog/sites/sites.usecases.ts'
import { isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { holderOf } from '#server/platform/limits/limited-caller.ts'
import type { Deps } from './deps.ts'
import { assertOwnLeads, lockLeads } from './own-lead.usecases.ts'
import {
  addLookups,
  countEnded,
  countLookups,
  countUnread,
  type LeadWebsite,
  websitesOf,
} from './site-checks.repository.ts'

/**
 * Requests that the websites of these leads be read if they are due. Each website counts once a month toward the plan's
 * limit.
 */
export async function checkSites(
  deps: Deps,
  caller: { account: Account; network: Network },
  leadIds: readonly number[],
): Promise<{ sites: number; waiting: number; left: number | null; askedAt: string }> {
  const { db, clock, config } = deps
  const { account } = caller
  await assertOwnLeads(db, { userId: account.id, leadIds })
  if (config.SITE_FACTS === 'off') throw new Refusal('SITES_NOT_READ')
  const sites = (await websitesOf(db, account.id, leadIds)).flatMap(lead => siteOf(lead) ?? [])
  const domains = [...new Set(sites.map(({ domain }) => domain))]
  const now = clock.now()
  const month = monthOf(now)
  return db.transaction(async tx => {
    // Without the lock, simultaneous calls could exceed the limit together.
    await lockLeads(tx, account.id)
    const added = await addLookups(tx, { userId: account.id, month, domains, now })
    const left = await lookupsLeft(tx, account, month)
    // After a change to a smaller plan, websites that were counted before can still be asked for.
    if (added > 0 && left !== null && left < 0) throw new Refusal('SITE_CHECKS_USED_UP', { message: siteChecksMessage })
    const waiting = await queueAskedVisits(deps, tx, { sites, holder: holderOf(caller) })
    return { sites: domains.length, waiting, left: shownLeft(left), askedAt: now.toISOString() }
  })
}

/** The number of requested websites that are not read yet, and how the visits since `since` ended. */
export async function siteCheckProgress(
  { db }: Deps,
  { id }: Account,
  since: string | undefined,
): Promise<SiteCheckProgress> {
  const unread = await countUnread(db, id)
  return since === undefined ? unread : { ...unread, ended: await countEnded(db, id, new Date(since)) }
}

export async function readLeadSite(deps: Deps, account: Account, leadId: number): Promise<LeadSite> {
  const { db, clock, config } = deps
  await assertOwnLeads(db, { userId: account.id, leadIds: [leadId] })
  const [lead] = await websitesOf(db, account.id, [leadId])
  const left = await lookupsLeft(db, account, monthOf(clock.now()))
  const site = lead === undefined ? null : siteOf(lead)
  const none: Pick<LeadSite, 'state' | 'readAt' | 'facts' | 'check'> = {
    state: 'unread',
    readAt: null,
    facts: [],
    check: null,
  }
  if (site === null) return { ...none, hasOwnWebsite: false, canBeRead: false, isDue: false, left: shownLeft(left) }
  const canBeRead = config.SITE_FACTS !== 'off'
  const known = await readFacts(deps, site.domain)
  return {
    ...(known === null
      ? none
      : {
          state: known.state,
          readAt: known.readAt?.toISOString() ?? null,
          facts: known.facts.map(({ kind, value, pageUrl, seenAt, isGeneric, mail }): SiteFact => ({
            kind,
            value,
            pageUrl,
            seenAt: seenAt.toISOString(),
            isGeneric,
            takesMail: takesMail(mail),
          })),
          check: known.check === null ? null : shownCheck(known.check),
        }),
    hasOwnWebsite: true,
    canBeRead,
    isDue: canBeRead && (known?.isDue ?? true),
    left: shownLeft(left),
  }
}

function shownCheck({ flags, checkedAt }: SiteChecked): SiteCheck | null {
  const scored = scoreSite(flags)
  return scored === null ? null : { ...scored, flags, checkedAt: checkedAt.toISOString() }
}

function siteOf({ website, name, isSample }: LeadWebsite): SiteToRead | null {
  const domain = website === null || isSample ? null : registrableDomain(website)
  return website === null || domain === null || !isOwnDomain(domain) ? null : { domain, website, names: [name] }
}

async function lookupsLeft(db: Queryable, { id, tier }: Account, month: string): Promise<number | null> {
  const { siteChecks } = plans[tier]
  return siteChecks === null ? null : siteChecks - (await countLookups(db, id, month))
}

const shownLeft = (left: number | null): number | null => (left === null ? null : Math.max(0, left))

/** The first day of the month as YYYY-MM-DD. */
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`
