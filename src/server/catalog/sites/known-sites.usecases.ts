import type { Deps } from '#server/catalog/deps.ts'
import { entriesAmong } from '#server/catalog/suppression/suppression.repository.ts'
import { domainOfEmail, type SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { SiteFact } from '#site-reader/index.ts'
import type { MailServer } from './mail-server.ts'
import {
  checkOf,
  contactsOf,
  factsOf,
  findVisit,
  type SiteChecked,
  type SiteState,
  type StoredFact,
} from './sites.repository.ts'
import { isRefused } from './sites.usecases.ts'

/** The entries of the do-not-contact list that would hide a fact: its phone number, its address, or that address's domain. */
function entriesOf({ kind, value }: Pick<SiteFact, 'kind' | 'value'>): SuppressionEntry[] {
  if (kind === 'phone') return [{ kind, value }]
  if (kind !== 'email') return []
  const ofDomain = { kind: 'domain' as const, value: domainOfEmail(value) }
  return [{ kind, value }, ofDomain]
}

/** Those that the do-not-contact list does not hide. */
async function unlisted<Fact extends Pick<SiteFact, 'kind' | 'value'>>(
  db: Queryable,
  facts: readonly Fact[],
): Promise<Fact[]> {
  const entries = facts.flatMap(fact => entriesOf(fact))
  const listed = new Set((await entriesAmong(db, entries)).map(({ kind, value }) => `${kind} ${value}`))
  return facts.filter(fact => !entriesOf(fact).some(({ kind, value }) => listed.has(`${kind} ${value}`)))
}

/** The known facts of a site, except those now on the do-not-contact list. Null if nobody has asked for it yet. */
export async function readFacts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  domain: string,
): Promise<{
  state: SiteState
  readAt: Date | null
  isDue: boolean
  dueAt: Date | null
  facts: StoredFact[]
  check: SiteChecked | null
} | null> {
  const visit = await findVisit(db, domain)
  if (visit === undefined) return null
  if (await isRefused(db, domain))
    return { state: 'refused', readAt: visit.readAt, isDue: false, dueAt: null, facts: [], check: null }
  const facts = await unlisted(db, await factsOf(db, domain))
  const { state, readAt, nextAt } = visit
  const dueAt = state !== 'waiting' && nextAt !== null && nextAt > clock.now() ? nextAt : null
  return { state, readAt, isDue: state !== 'waiting' && dueAt === null, dueAt, facts, check: await checkOf(db, domain) }
}

/** The emails and phones on a website, the best first. */
export type SiteContacts = { emails: string[]; phones: string[] }
/** The contacts on these websites, except those on the do-not-contact list, and those that `among` leaves out. */
export async function contactsOfSites(
  db: Queryable,
  domains: readonly string[],
  among: <Found extends Pick<SiteFact, 'kind' | 'value'>>(found: readonly Found[]) => Promise<Found[]>,
): Promise<Map<string, SiteContacts>> {
  const shown = domains.length === 0 ? [] : await among(await unlisted(db, await contactsOf(db, domains)))
  const valuesOf = (facts: typeof shown, kind: string) => facts.flatMap(fact => (fact.kind === kind ? fact.value : []))
  return new Map(
    [...Map.groupBy(shown, ({ domain }) => domain)].map(([domain, facts]) => [
      domain,
      { emails: valuesOf(facts, 'email'), phones: valuesOf(facts, 'phone') },
    ]),
  )
}

/** Whether a host accepts mail. Null if that is unknown. */
export const takesMail = (mail: MailServer | null): boolean | null =>
  mail === null || mail === 'unknown' ? null : mail === 'mx' || mail === 'a'
