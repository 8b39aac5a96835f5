import type { SiteCheck } from '#contract/leads/site-check.ts'
import {
  type LeadSite,
  type SiteCheckInput,
  type SiteCheckProgress,
  type SiteFact,
  sitesPerCheck,
} from '#contract/leads/site-facts.ts'
import { plans, siteChecksMessage } from '#contract/plans.ts'
import type { Account, Requester } from '#server/accounts/sessions/session.usecases.ts'
import { readFacts, takesMail } from '#server/catalog/sites/known-sites.usecases.ts'
import { scoreSite } from '#server/catalog/sites/site-score.rules.ts'
import {
  cancelAskedVisits,
  queueAskedVisits,
  type SiteChecked,
  type SiteToRead,
} from '#server/catalog/sites/sites.usecases.ts'
import { isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hitSeveralTimes } from '#server/platform/limits/hit-log.ts'
import { holderOf, limitOfCaller } from '#server/platform/limits/limited-caller.ts'
import type { Deps } from './deps.ts'
import { notOnOwnList } from './do-not-contact.usecases.ts'
import { countUnchecked, uncheckedSites } from './lead-list.repository.ts'
import { wantedOf } from './lead-list.usecases.ts'
import { assertOwnLeads, withLeads } from './own-lead.usecases.ts'
import { readLeads } from './refresh-leads.usecases.ts'
import {
  addLookups,
  countEnded,
  countLookups,
  countUnread,
  dropLookups,
  type LeadWebsite,
  lookedUp,
  waitingOf,
  websitesOf,
} from './site-checks.repository.ts'

type Unchecked = NonNullable<SiteCheckInput['unchecked']>

/**
 * Requests that the websites of these leads be read if they are due. Each website counts once a month toward the plan's
 * limit. Of the unchecked ones, as many are read as the plan allows.
 */
export async function checkSites(
  deps: Deps,
  caller: Requester,
  { leadIds, unchecked }: SiteCheckInput,
): Promise<{ sites: number; waiting: number; left: number | null; askedAt: string }> {
  const { db, clock, config } = deps
  const { account } = caller
  if (leadIds !== undefined) await assertOwnLeads(db, { userId: account.id, leadIds })
  if (config.SITE_FACTS === 'off') throw new Refusal('SITES_NOT_READ')
  const found =
    unchecked === undefined
      ? await websitesOf(db, account.id, leadIds ?? [])
      : await allowedOf(deps, account, unchecked)
  const sites = found.flatMap(lead => siteOf(lead) ?? [])
  const now = clock.now()
  const month = monthOf(now)
  // Without the lock, simultaneous calls could exceed the limit together.
  return withLeads(db, account.id, async tx => {
    // What was read not long ago, for whomever, is not read again and counts toward no limit.
    const { asked, waiting } = await queueAskedVisits(deps, tx, { sites, holder: holderOf(caller) })
    const added = await addLookups(tx, { userId: account.id, month, domains: waiting, now })
    const left = await lookupsLeft(tx, account, month)
    // After a change to a smaller plan, websites that were counted before can still be asked for.
    if (added > 0 && left !== null && left < 0) throw new Refusal('SITE_CHECKS_USED_UP', { message: siteChecksMessage })
    // Checks send requests to websites of others, so many new accounts must not multiply what a plan allows.
    const limit = limitOfCaller(caller, { name: 'website checks', limit: 100, windowSeconds: 3600 })
    if (!account.isEmailVerified && added > 0) await hitSeveralTimes(tx, limit, { hits: added, now })
    return {
      sites: new Set(sites.map(({ domain }) => domain)).size,
      waiting: asked,
      left: shownLeft(left),
      askedAt: now.toISOString(),
    }
  })
}

/** The unchecked websites that the plan still allows this month. Those that count already may be asked for again. */
async function allowedOf(deps: Deps, account: Account, unchecked: Unchecked): Promise<LeadWebsite[]> {
  const month = monthOf(deps.clock.now())
  const left = await lookupsLeft(deps.db, account, month)
  const wanted = { ...(await wantedOf(deps, account, unchecked)), limit: sitesPerCheck }
  const found = await readLeads(deps, account.id, () => uncheckedSites(deps.db, wanted))
  if (left === null) return found
  const counted = await lookedUp(deps.db, account.id, month)
  const isCounted = ({ domain }: LeadWebsite): boolean => counted.has(domain ?? '')
  const [again, fresh] = [found.filter(isCounted), found.filter(site => !isCounted(site))]
  return [...again, ...fresh.slice(0, Math.max(0, left))]
}

/** How many websites of leads that match were never read, and how many the plan still allows. */
export async function countUncheckedOf(deps: Deps, account: Account, unchecked: Unchecked) {
  const wanted = await wantedOf(deps, account, unchecked)
  const sites = await readLeads(deps, account.id, () => countUnchecked(deps.db, wanted))
  return { sites, left: shownLeft(await lookupsLeft(deps.db, account, monthOf(deps.clock.now()))) }
}

/** Takes back the visits that the user asked for and that nobody has begun. They do not count toward the plan. */
export async function pauseChecks(deps: Deps, caller: Requester): Promise<{ sites: number }> {
  const { account } = caller
  return withLeads(deps.db, account.id, async tx => {
    const own = await waitingOf(tx, account.id)
    const stopped = await cancelAskedVisits(deps, tx, { domains: own, holder: holderOf(caller) })
    await dropLookups(tx, { userId: account.id, month: monthOf(deps.clock.now()), domains: stopped })
    return { sites: stopped.length }
  })
}

export async function siteCheckProgress(
  { db }: Deps,
  { id }: Account,
  since: string | undefined,
): Promise<SiteCheckProgress> {
  const unread = await countUnread(db, id)
  return since === undefined ? unread : { ...unread, ended: await countEnded(db, id, new Date(since)) }
}

type KnownSite = Pick<LeadSite, 'state' | 'readAt' | 'dueAt' | 'facts' | 'check'>
const none: KnownSite = { state: 'unread', readAt: null, dueAt: null, facts: [], check: null }

export async function readLeadSite(deps: Deps, account: Account, leadId: number): Promise<LeadSite> {
  const { db, clock, config } = deps
  await assertOwnLeads(db, { userId: account.id, leadIds: [leadId], field: 'leadId' })
  const [lead] = await websitesOf(db, account.id, [leadId])
  const left = await lookupsLeft(db, account, monthOf(clock.now()))
  const site = lead === undefined ? null : siteOf(lead)
  if (site === null) return { ...none, hasOwnWebsite: false, canBeRead: false, isDue: false, left: shownLeft(left) }
  const canBeRead = config.SITE_FACTS !== 'off'
  const known = await readFacts(deps, site.domain)
  return {
    ...(known === null
      ? none
      : {
          state: known.state,
          readAt: known.readAt?.toISOString() ?? null,
          dueAt: canBeRead ? (known.dueAt?.toISOString() ?? null) : null,
          facts: (await notOnOwnList(db, account.id, known.facts)).map(
            ({ kind, value, pageUrl, seenAt, isGeneric, mail }): SiteFact => ({
              kind,
              value,
              pageUrl,
              seenAt: seenAt.toISOString(),
              isGeneric,
              takesMail: takesMail(mail),
            }),
          ),
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

const siteOf = ({ domain, website, name }: LeadWebsite): SiteToRead | null =>
  domain === null || !isOwnDomain(domain) ? null : { domain, website, names: [name] }

async function lookupsLeft(db: Queryable, { id, tier }: Account, month: string): Promise<number | null> {
  const { siteChecks } = plans[tier]
  return siteChecks === null ? null : siteChecks - (await countLookups(db, id, month))
}

const shownLeft = (left: number | null): number | null => (left === null ? null : Math.max(0, left))

/** The first day of the month as YYYY-MM-DD. */
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`
