import type { ListPage } from '#contract/lists.ts'
import type { SuppressionKind } from '#contract/places/suppression.ts'
import { doNotContactEntriesMessage, plans } from '#contract/plans.ts'
import { registrableDomain } from '#domains/index.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { DoNotContactPlaces } from '#server/catalog/place/places-provider.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import {
  type Contactable,
  domainOfEmail,
  isSuppressed,
  type Suppressed,
  suppressedOf,
} from '#server/catalog/suppression/suppression.rules.ts'
import { type ListPaging, readList } from '#server/platform/basics/list-page.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import type { Deps } from './deps.ts'
import { entriesWithout, type DoNotContactEntry } from './do-not-contact-entry.rules.ts'
import {
  checkAgain,
  countEntries,
  countFound,
  type DatedDoNotContactEntry,
  deleteEntry,
  entriesNaming,
  findAmong,
  findNames,
  hideLeads,
  insertEntries,
  listEntries,
  type Names,
  noteResolved,
  readListState,
  resolvePlaces,
  type StoredDoNotContactEntry,
  type WantedEntries,
} from './do-not-contact.repository.ts'
import { withLeads } from './own-lead.usecases.ts'
import { noteDoNotContact } from './refresh-leads.repository.ts'
import { settlePhones } from './shared-phones.usecases.ts'

const valuesOf = (entries: readonly DoNotContactEntry[], kind: SuppressionKind): string[] =>
  entries.flatMap(entry => (entry.kind === kind ? entry.value : []))
const phonesOf = (entries: readonly DoNotContactEntry[]): number[] => entries.flatMap(({ phone }) => phone ?? [])
const namesIn = (entries: readonly DoNotContactEntry[]): Names => ({
  phones: phonesOf(entries),
  emails: valuesOf(entries, 'email'),
  domains: valuesOf(entries, 'domain'),
  placeKeys: valuesOf(entries, 'place'),
})
/** Whether all leads must be checked for an entry. Leads cannot be looked up by their email or domain. */
const needsEach = ({ kind }: DoNotContactEntry): boolean => kind === 'email' || kind === 'domain'

/** Entries whose places one transaction looks up. On the embedded database, all other requests wait for it. */
const PLACES_AT_ONCE = 2000

/**
 * The places that the user's searches leave out because of the user's own do-not-contact list. `doNotContactVersion` is
 * the version of the list, if known. A list that was always empty is not read.
 */
export async function doNotContactOf(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  doNotContactVersion?: number,
): Promise<DoNotContactPlaces | undefined> {
  const list = doNotContactVersion === 0 ? undefined : await readListState(db, userId)
  if (list === undefined) return undefined
  const { version, kinds, isResolved } = list
  if (!isResolved && kinds.includes('place')) await findPlaces(db, userId)
  return { userId, version, kinds }
}

/** Stores the ids of the list's places, which searches compare. Releases change them. */
async function findPlaces(db: Db, userId: number): Promise<void> {
  const version = await catalogVersion(db)
  const findSome = (after: string): Promise<string | null> =>
    withLeads(db, userId, tx => resolvePlaces(tx, { userId, after, limit: PLACES_AT_ONCE }))
  for (let after = await findSome(''); after !== null;) after = await findSome(after)
  await noteResolved(db, userId, version)
}

/** The entries of the user's own list that name one of these businesses, indexed for lookups. */
export async function doNotContactAmong(
  tx: Queryable,
  userId: number,
  businesses: readonly Contactable[],
): Promise<Suppressed> {
  const found = await findAmong(tx, userId, namesOf(businesses))
  const phones = phonesOf(found).map(phone => ({ kind: 'phone' as const, value: String(phone) }))
  return suppressedOf([...found, ...phones])
}

/** Those contacts, such as a website shows, that the user's own list does not name. */
export async function notOnOwnList<Contact extends { kind: string; value: string }>(
  db: Queryable,
  userId: number,
  contacts: readonly Contact[],
): Promise<Contact[]> {
  const of = ({ kind, value }: Contact) => ({
    phone: kind === 'phone' ? Number(value) : null,
    email: kind === 'email' ? value : null,
    website: null,
    placeKeys: [],
  })
  const own = await doNotContactAmong(db, userId, contacts.map(of))
  return contacts.filter(contact => !isSuppressed(of(contact), own))
}

function namesOf(businesses: readonly Contactable[]): Names {
  const domains = businesses.flatMap(({ website, email }) => [
    website && registrableDomain(website),
    email && domainOfEmail(email),
  ])
  return {
    phones: distinct(businesses.map(({ phone }) => phone)),
    emails: distinct(businesses.map(({ email }) => email)),
    domains: distinct(domains),
    placeKeys: distinct(businesses.flatMap(({ placeKeys }) => placeKeys)),
  }
}
const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.flatMap(value => value ?? [])),
]

/** A page of the user's own list, newest first: all entries, or only the ones that match one of the patterns. */
export const listDoNotContactEntries = (
  db: Queryable,
  wanted: WantedEntries,
  paging: ListPaging,
): Promise<DoNotContactEntries> =>
  readList(paging, {
    read: page => listEntries(db, wanted, page),
    count: () => (wanted.wanted === null ? countEntries(db, wanted.userId) : countFound(db, wanted)),
    longest: MAX_WITHOUT_PAGES,
  })
/** The most entries that a caller gets without asking for a page. */
const MAX_WITHOUT_PAGES = 10_000
type DoNotContactEntries = DatedDoNotContactEntry[] | ListPage<DatedDoNotContactEntry>

type Owner = Pick<Account, 'id' | 'tier'>

/** Throws if the plan has no room for so many more entries. The caller has locked the user's leads. */
export async function assertRoomFor(tx: Queryable, { id, tier }: Owner, more: number): Promise<void> {
  if ((await countEntries(tx, id)) + more > plans[tier].doNotContactEntries)
    throw new Refusal('TOO_MANY_OWN_ENTRIES', { message: doNotContactEntriesMessage })
}

/** Adds entries, and returns the number of new ones. The caller has locked the user's leads. */
export async function addDoNotContactEntries(
  tx: Queryable,
  { owner, entries, now }: { owner: Owner; entries: readonly DoNotContactEntry[]; now: Date },
): Promise<number> {
  const added = await insertEntries(tx, { userId: owner.id, entries, now })
  if (added.length === 0) return 0
  await assertRoomFor(tx, owner, 0)
  await applyAdded(tx, owner.id, added)
  return added.length
}

/** Adds as many entries as the plan allows. Returns the new ones, and those left out. The leads are locked. */
export async function addFitting(
  tx: Queryable,
  { owner, entries, now }: { owner: Owner; entries: readonly DoNotContactEntry[]; now: Date },
): Promise<{ added: number; full: DoNotContactEntry[] }> {
  const atMost = Math.max(0, plans[owner.tier].doNotContactEntries - (await countEntries(tx, owner.id)))
  const added = await insertEntries(tx, { userId: owner.id, entries, atMost, now })
  if (added.length > 0) await applyAdded(tx, owner.id, added)
  if (added.length < atMost) return { added: added.length, full: [] }
  const listed = await findAmong(tx, owner.id, namesIn(entries))
  return { added: added.length, full: entriesWithout(entries, listed) }
}

export async function applyAdded(tx: Queryable, userId: number, added: readonly DoNotContactEntry[]): Promise<void> {
  const hidden = await hideLeads(tx, userId, namesIn(added))
  await settlePhones(tx, userId, { leadIds: hidden, formerPhones: [] })
  await noteDoNotContact(tx, userId, { isChecked: false, isEach: added.some(needsEach) })
}

/** Removes an entry. Returns false if there is no such entry. The caller has locked the user's leads. */
export async function removeDoNotContactEntry(
  tx: Queryable,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<boolean> {
  const entry = await deleteEntry(tx, { userId, id, now })
  if (entry !== undefined) await applyRemoved(tx, userId, [entry])
  return entry !== undefined
}

/** Lets the next refresh decide which leads may be contacted again. */
export async function applyRemoved(
  tx: Queryable,
  userId: number,
  removed: readonly DoNotContactEntry[],
): Promise<void> {
  await checkAgain(tx, userId, namesIn(removed))
  await noteDoNotContact(tx, userId, { isChecked: true, isEach: removed.some(needsEach) })
}

/** The entries of the user's own list that forbid contacting a lead. */
export async function doNotContactEntriesOf(
  db: Queryable,
  userId: number,
  leadId: number,
): Promise<StoredDoNotContactEntry[]> {
  const named = await findNames(db, userId, leadId)
  return named === undefined ? [] : entriesNaming(db, userId, namesOf([{ ...named, placeKeys: [named.placeKey] }]))
}
