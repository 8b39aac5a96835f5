import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Deps } from '#server/catalog/deps.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { hasUnapplied } from '#server/catalog/load/site-changes.repository.ts'
import { findEntry } from '#server/catalog/suppression/suppression.repository.ts'
import { isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import { daysAfter } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import {
  cancelWaiting,
  type Job,
  queueInBackground,
  queueInTurn,
  queueJob,
  waitingJobs,
  withoutJob,
} from '#server/platform/jobs/job.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { hostOfAddress, PageReader, type SiteFact, type SiteFlag } from '#site-reader/index.ts'
import { type MailNames, type MailServer, mailServerOf } from './mail-server.ts'
import { downFlags } from './site-down.rules.ts'
import { scoreSite } from './site-score.rules.ts'
import {
  askForVisits,
  findVisit,
  isAnyWaiting,
  type NewCheck,
  placesOfDomain,
  type SiteState,
  type SiteToRead,
  type StoredFact,
  stopWaiting,
  storeVisit,
  type StoredVisit,
  waitingAmong,
  waitingDomains,
} from './sites.repository.ts'
import { PAUSE_MS, type Visit, visitSite, type VisitTools } from './visit-site.ts'

export type { SiteChecked, SiteToRead } from './sites.repository.ts'

/** Facts of websites requested within this time are written to the catalog together, in one change. */
const ASKED_TOGETHER_MS = 120_000
const daysUntilNext: Record<Exclude<SiteState, 'waiting'>, number> = {
  read: 30,
  forbidden: 30,
  moved: 30,
  closed: 30,
  refused: 30,
  failed: 7,
}

/** Visits start one after another: those that start together would need the processor at the same moments. */
const STARTS_IN_A_PAUSE = 40
let lastStart = -Infinity

/** The whole process shares one thread, which ends when it has nothing to read for a while. */
const reader = new PageReader()

type SiteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>
/** Only for tests. */
export type Pace = Pick<VisitTools, 'pauseMs' | 'timeoutMs' | 'domainNames'> & { names?: MailNames }

export const siteVisitJob: Job<{ domain: string }, Deps> = {
  name: 'site-visit',
  queue: 'sites',
  payload: z.object({ domain: z.string() }),
  run: async (deps, { domain }) => {
    if ((await readSite(deps, domain)) === null) return
    const since = new Date(deps.clock.now().getTime() - ASKED_TOGETHER_MS)
    if (!(await isAnyWaiting(deps.db.background, since))) await queueApplying(deps)
  },
}

/** Writes the facts that were read into the catalog. */
export const applySitesJob: Job<object, Deps> = {
  name: 'apply-sites',
  queue: 'catalog',
  payload: z.object({}),
  run: async deps => void (await applySiteFacts(deps)),
}

const queueApplying = (deps: SiteDeps): Promise<void> =>
  deps.db.background.transaction(tx => queueJob(deps, tx, applySitesJob, {}))

/** Runs once a minute, so the catalog gets facts while websites are still being read. */
export async function applySitesSoon(deps: SiteDeps): Promise<void> {
  if (await hasUnapplied(deps.db)) await queueApplying(deps)
}

/** Queues visits that nobody waits for to the sites that are due, and returns their number. */
export async function queueVisits(deps: SiteDeps, tx: Queryable, sites: readonly SiteToRead[]): Promise<number> {
  const domains = await askForOwn(deps, tx, sites)
  await queueInBackground(deps, tx, siteVisitJob, payloadsOf(domains))
  return domains.length
}

/**
 * The same for a user who waits. A site that waits behind many others of another user gets a turn of this one, too.
 * Also returns all of the sites that wait now.
 */
export async function queueAskedVisits(
  deps: SiteDeps,
  tx: Queryable,
  { sites, holder }: { sites: readonly SiteToRead[]; holder: string },
): Promise<{ asked: number; waiting: string[] }> {
  const domains = await askForOwn(deps, tx, sites)
  const own = new Set((await waitingJobs(tx, siteVisitJob, holder)).map(({ domain }) => domain))
  const waiting = await waitingAmong(tx, distinctDomains(sites))
  const payloads = payloadsOf(waiting.filter(domain => !own.has(domain)))
  await queueInTurn(deps, tx, siteVisitJob, { payloads, holder })
  return { asked: domains.length, waiting }
}

/** Takes back visits of a holder that have not begun. Returns the websites that nobody else waits for. */
export async function cancelAskedVisits(
  deps: SiteDeps,
  tx: Queryable,
  { domains, holder }: { domains: readonly string[]; holder: string },
): Promise<string[]> {
  await cancelWaiting(tx, siteVisitJob, { payloads: payloadsOf(domains), holder })
  const left = (await withoutJob(tx, siteVisitJob, payloadsOf(domains))).map(({ domain }) => domain)
  return stopWaiting(tx, left)
}

const askForOwn = ({ clock }: SiteDeps, tx: Queryable, sites: readonly SiteToRead[]): Promise<string[]> =>
  askForVisits(
    tx,
    sites.filter(({ domain }) => isOwnDomain(domain)),
    clock.now(),
  )
const distinctDomains = (sites: readonly SiteToRead[]): string[] => [...new Set(sites.map(({ domain }) => domain))]
const payloadsOf = (domains: readonly string[]): { domain: string }[] => domains.map(domain => ({ domain }))

/** Queues visits that are waiting but have no job, for example after a backup was restored. */
export async function continueVisits(deps: SiteDeps): Promise<void> {
  if (deps.config.SITE_FACTS !== 'off') await queueMissing(deps, siteVisitJob, await waitingDomains(deps.db))
}

const visited = new Set<string>()

/** Visits a waiting site and stores its facts. Null if the site is not waiting, for example if a job runs twice. */
export async function readSite(deps: SiteDeps, domain: string, pace: Pace = {}): Promise<ReadSite | null> {
  await nextStart(pace)
  if (visited.has(domain)) return null
  visited.add(domain)
  try {
    return await visitWaiting(deps, domain, pace)
  } finally {
    visited.delete(domain)
  }
}

type ReadSite = { state: SiteState; facts: readonly SiteFact[] }

async function visitWaiting(deps: SiteDeps, domain: string, { names, ...pace }: Pace): Promise<ReadSite | null> {
  const db = deps.db.background
  const site = await findVisit(db, domain)
  if (site?.state !== 'waiting' || deps.config.SITE_FACTS === 'off') return null
  if (await isRefused(db, domain)) {
    const nothing = { facts: [], flags: null, down: null, requests: 0, error: null }
    await store(deps, site, { state: 'refused', ...nothing }, names)
    return { state: 'refused', facts: [] }
  }
  const about = linksOf(deps.config).to('/remove-my-business')
  const year = deps.clock.now().getUTCFullYear()
  const wish = { ...site, ...(await placesOfDomain(db, domain)), year }
  const visit = await visitSite({ reader, about, proxyUrl: deps.config.SITES_PROXY, ...pace }, wish)
  await store(deps, site, visit, names)
  return visit
}

async function nextStart({ pauseMs = PAUSE_MS }: Pick<Pace, 'pauseMs'>): Promise<void> {
  const now = performance.now()
  const start = Math.max(now, lastStart + pauseMs / STARTS_IN_A_PAUSE)
  lastStart = start
  if (start > now) await pause(start - now)
}

export const isRefused = async (db: Queryable, domain: string): Promise<boolean> =>
  (await findEntry(db, { kind: 'domain', value: domain })) !== undefined

async function store(
  deps: SiteDeps,
  site: StoredVisit,
  { state, facts, flags, down, requests, error }: Omit<Visit, 'state'> & { state: Exclude<SiteState, 'waiting'> },
  names?: MailNames,
): Promise<void> {
  const { domain } = site
  const now = deps.clock.now()
  const check = checkFrom(flags ?? downFlags(site, { down, now }))
  // One visit that finds no website says nothing yet.
  const found = state === 'closed' && check === null ? 'failed' : state
  const known: StoredFact[] = []
  for (const fact of facts)
    known.push({
      ...fact,
      seenAt: now,
      mail: fact.kind === 'email' ? await mailOf(deps, fact.value, names) : null,
    })
  await deps.db.background.transaction(async tx => {
    // The owner may have asked not to be contacted while the visit was running.
    const isRefusedNow = state !== 'refused' && (await isRefused(tx, domain))
    const kept = isRefusedNow ? [] : known
    const end = isRefusedNow ? 'refused' : found
    // A second visit a day later says whether the website really does not work.
    const nextAt = daysAfter(now, down !== null && check === null ? 1 : daysUntilNext[end])
    // A failed visit keeps the earlier facts, because the site may be down only for a day.
    await storeVisit(tx, domain, {
      state: end,
      requests,
      error,
      now,
      nextAt,
      down: isRefusedNow ? null : down,
      facts: end === 'failed' ? null : kept,
      check: isRefusedNow ? null : check,
    })
  })
}

function checkFrom(flags: readonly SiteFlag[] | null): NewCheck | null {
  const scored = flags === null ? null : scoreSite(flags)
  return flags === null || scored === null ? null : { ...scored, flags }
}

/** A server behind a proxy often cannot resolve public names, so a name that it does not find may still exist. */
async function mailOf({ config }: SiteDeps, address: string, names?: MailNames): Promise<MailServer> {
  const found = await mailServerOf(hostOfAddress(address), names)
  return found === 'none' && config.SITES_PROXY !== undefined ? 'unknown' : found
}
