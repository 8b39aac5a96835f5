import type { ListPage } from '#contract/lists.ts'
import { ownEntryLimit } from '#contract/own-suppression.ts'
import type { SuppressionKind } from '#contract/suppression.ts'
import type { AvoidedPlaces } from '#server/catalog/place/places-provider.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { domainOfEmail, type Suppressed, suppressedOf } from '#server/catalog/suppression/suppression.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { type ListPaging, readList } from '#server/platform/basics/list-page.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { placeNameOf } from './lead-facts.rules.ts'
import type { OwnEntry } from './own-entry.rules.ts'
import {
  checkAgain,
  countEntries,
  type DatedOwnEntry,
  deleteEntry,
  entriesNaming,
  findNames,
  hideLeads,
  insertEntries,
  listEntries,
  readEntries,
  type StoredOwnEntry,
} from './own-suppression.repository.ts'
import { noteOwnList } from './refresh-leads.repository.ts'
import { settlePhones } from './shared-phones.usecases.ts'

const valuesOf = (entries: readonly OwnEntry[], kind: SuppressionKind): string[] =>
  entries.flatMap(entry => (entry.kind === kind ? entry.value : []))
const phonesOf = (entries: readonly OwnEntry[]): number[] => entries.flatMap(({ phone }) => phone ?? [])
const namedBy = (entries: readonly OwnEntry[]) => ({ phones: phonesOf(entries), placeKeys: valuesOf(entries, 'place') })
/** Leads cannot be looked up by their email or domain. */
const needsEach = ({ kind }: OwnEntry): boolean => kind === 'email' || kind === 'domain'

/**
 * What the user's searches leave out because of the user's own do-not-contact list. `ownList`: its version, if known;
 * a list that was always empty is not read.
 */
export async function avoidedBy(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  catalog: CatalogSnapshot,
  ownList?: number,
): Promise<AvoidedPlaces | undefined> {
  const entries = ownList === 0 ? [] : await readEntries(db, userId)
  if (entries.length === 0) return undefined
  const { phones, placeKeys } = namedBy(entries)
  return {
    phones,
    places: placeKeys.flatMap(key => placeNameOf(key, catalog) ?? []),
    emails: valuesOf(entries, 'email'),
    domains: valuesOf(entries, 'domain'),
  }
}

/** Returns a user's own list, indexed for lookups; null if it is empty. */
export type OwnListReader = (tx: Queryable, version: number) => Promise<Suppressed | null>

/** Reads the list again only when its version has changed. */
export function ownListReader(userId: number): OwnListReader {
  let known: { version: number; list: Suppressed | null } = { version: 0, list: null }
  return async (tx, version) => {
    if (known.version !== version) {
      const entries = await readEntries(tx, userId)
      const phones = phonesOf(entries).map(phone => ({ kind: 'phone' as const, value: String(phone) }))
      known = { version, list: entries.length === 0 ? null : suppressedOf([...entries, ...phones]) }
    }
    return known.list
  }
}

type Change = { userId: number; now: Date }

/** A page of the user's own list, newest first. */
export const listOwnEntries = (db: Queryable, userId: number, paging: ListPaging): Promise<OwnEntries> =>
  readList(paging, {
    read: page => listEntries(db, userId, page),
    count: () => countEntries(db, userId),
    longest: ownEntryLimit,
  })
type OwnEntries = DatedOwnEntry[] | ListPage<DatedOwnEntry>

/** Refuses more entries than an account can have, in a transaction that may already have them. The caller has locked the user's leads. */
export async function assertRoomFor(tx: Queryable, userId: number, more: number): Promise<void> {
  if ((await countEntries(tx, userId)) + more > ownEntryLimit) throw new Refusal('TOO_MANY_OWN_ENTRIES')
}

/** Returns the number of entries that are new. The caller has locked the user's leads. */
export async function addOwnEntries(
  tx: Queryable,
  { userId, entries, now }: Change & { entries: readonly OwnEntry[] },
): Promise<number> {
  const added = await insertEntries(tx, { userId, entries, now })
  await assertRoomFor(tx, userId, 0)
  if (added.length > 0) await applyAdded(tx, userId, added)
  return added.length
}

/** Hides the contacts of the leads that new entries name. */
export async function applyAdded(tx: Queryable, userId: number, added: readonly OwnEntry[]): Promise<void> {
  const hidden = await hideLeads(tx, userId, namedBy(added))
  await settlePhones(tx, userId, { leadIds: hidden, formerPhones: [] })
  await noteOwnList(tx, userId, { isChecked: false, isEach: added.some(needsEach) })
}

/** False if there is no such entry. The caller has locked the user's leads. */
export async function removeOwnEntry(tx: Queryable, { userId, id, now }: Change & { id: number }): Promise<boolean> {
  const entry = await deleteEntry(tx, { userId, id, now })
  if (entry !== undefined) await applyRemoved(tx, userId, [entry])
  return entry !== undefined
}

/** Lets the next refresh decide which leads may be contacted again. */
export async function applyRemoved(tx: Queryable, userId: number, removed: readonly OwnEntry[]): Promise<void> {
  await checkAgain(tx, userId, namedBy(removed))
  await noteOwnList(tx, userId, { isChecked: true, isEach: removed.some(needsEach) })
}

/** The entries of the user's own list because of which a lead is not to be contacted. */
export async function ownEntriesOf(db: Queryable, userId: number, leadId: number): Promise<StoredOwnEntry[]> {
  const names = await findNames(db, userId, leadId)
  if (names === undefined) return []
  const { website, email } = names
  const domains = [website && registrableDomain(website), email && domainOfEmail(email)]
  return entriesNaming(db, userId, { ...names, domains: domains.flatMap(domain => domain ?? []) })
}
