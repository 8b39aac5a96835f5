import type { Lead } from '#contract/leads/leads.ts'
import { isSubscribed, queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { PlaceMark } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { catalogVersion, placeMarks, placesNamed } from '#server/catalog/search/places.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { currentLead } from './current-lead.ts'
import type { Deps } from './deps.ts'
import { renameEntries } from './do-not-contact.repository.ts'
import { doNotContactAmong } from './do-not-contact.usecases.ts'
import { renameLeads } from './keep-leads.repository.ts'
import { otherPhonesOf, placeNameOf } from './lead-facts.rules.ts'
import type { StoredLead } from './leads.repository.ts'
import { lockLeads } from './own-lead.usecases.ts'
import { foundByKey } from './places-by-key.usecases.ts'
import {
  changesOf,
  factsOfLeads,
  newNamesOf,
  type KeptLead,
  leadsToRefresh,
  otherNamesOf,
  readVersions,
  type Versions,
  versionsAsJson,
  saveProgress,
  writeRefreshed,
} from './refresh-leads.repository.ts'
import { contactsOf, freshLead, type Known, type Lists } from './refresh-leads.rules.ts'
import { saveOtherPhones } from './shared-phones.repository.ts'
import { settlePhones } from './shared-phones.usecases.ts'

/** Reads the versions in the same statement that finds the session. */
export const versionsAlong = { sql: versionsAsJson('user_account.id'), read: (json: unknown) => json as Versions }

type RefreshDeps = Pick<Deps, 'db' | 'catalog' | 'clock'>

/** Leads that one transaction compares and writes. On the embedded database, all other requests wait for it. */
const STEPS = { embedded: { scan: 1000, limit: 250 }, postgres: { scan: 5000, limit: 1000 } }

/**
 * Updates a user's stored leads to the current catalog, which is cheap if the catalog has not changed. Lists, cards,
 * filters, analytics, and exports all call this first and read these rows, so they always agree. If another process was
 * killed or runs at the same time, this continues where it stopped. `known` contains the versions, if they have just
 * been read.
 */
export async function refreshLeads(
  deps: RefreshDeps,
  userId: number,
  known?: Versions,
): Promise<{ snapshot: CatalogSnapshot; version: number; doNotContactVersion: number }> {
  let snapshot = deps.catalog.current()
  let versions = known ?? (await readVersions(deps.db, userId))
  while (!areCurrent(versions, snapshot.version)) {
    snapshot = await deps.catalog.refresh()
    const step = { userId, snapshot, now: deps.clock.now(), ...STEPS[deps.db.kind] }
    if (versions.leads !== snapshot.version) await deps.db.transaction(tx => refreshSome(tx, step))
    versions = await readVersions(deps.db, userId)
  }
  return { snapshot, version: snapshot.version, doNotContactVersion: versions.doNotContactVersion }
}

const areCurrent = ({ catalog, leads }: Versions, version: number): boolean => catalog === version && leads === version

/** Reads the user's leads from one catalog version. If a refresh begins meanwhile, everything is read again. */
export async function readLeads<T>(
  deps: RefreshDeps,
  userId: number,
  read: (snapshot: CatalogSnapshot) => Promise<T>,
): Promise<T> {
  for (;;) {
    const { snapshot, version } = await refreshLeads(deps, userId)
    const result = await read(snapshot)
    // The result is only valid if neither the rows nor the catalog, which exports read, have changed in the meantime.
    if (areCurrent(await readVersions(deps.db, userId), version)) return result
  }
}

/** Some of the user's leads as users see them, together with their rows. */
export const currentLeads = <Row extends StoredLead>(
  deps: RefreshDeps,
  userId: number,
  readRows: () => Promise<Row[]>,
): Promise<{ leads: Lead[]; rows: Row[] }> =>
  readLeads(deps, userId, async snapshot => {
    const rows = await readRows()
    return { leads: rows.map(row => currentLead(row, snapshot)), rows }
  })

type Step = {
  userId: number
  snapshot: CatalogSnapshot
  now: Date
  scan: number
  limit: number
}

/** One step of a refresh. Does nothing if the catalog has changed since the snapshot. */
async function refreshSome(tx: Queryable, { userId, snapshot, now, scan, limit }: Step): Promise<void> {
  const { version, target, after, listStamp, doNotContactVersion } = await lockLeads(tx, userId)
  const isDone = target === null && version === snapshot.version
  if (isDone || (await catalogVersion(tx)) !== snapshot.version) return
  const isEach = listStamp !== snapshot.suppressionStamp
  const begin = target === snapshot.version ? (after ?? 0) : 0
  const datasets = [...snapshot.datasets.values()].map(({ id, key }) => ({ id, key }))
  const { leads, through } = await leadsToRefresh(tx, { userId, after: begin, scan, limit, datasets }, isEach)
  const read = { userId, snapshot, leads }
  const known = await lookUp(tx, read, { hasDoNotContact: doNotContactVersion > 0 })
  const businesses = leads.flatMap(lead => {
    const of = known.get(lead.id)
    return of === undefined ? [] : contactsOf(lead, of, snapshot)
  })
  const own = doNotContactVersion === 0 ? null : await doNotContactAmong(tx, userId, businesses)
  // The catalog was replaced while it was being read.
  if ((await catalogVersion(tx)) !== snapshot.version) return
  await write(tx, { ...read, own, known, at: now })
  await saveProgress(
    tx,
    userId,
    through === null
      ? { version: snapshot.version, target: null, after: null, listStamp: snapshot.suppressionStamp }
      : { version, target: snapshot.version, after: through, listStamp: isEach ? null : listStamp },
  )
}

type Read = { userId: number; snapshot: CatalogSnapshot; leads: readonly KeptLead[] }

/** The catalog's facts about these leads, by id. */
async function lookUp(
  tx: Queryable,
  { userId, snapshot, leads }: Read,
  { hasDoNotContact }: { hasDoNotContact: boolean },
): Promise<Map<number, Known>> {
  const missing = leads.filter(({ mark }) => mark === null)
  const otherNames = await findOtherNames(tx, { userId, snapshot, leads: missing })
  const found = leads.map(lead => {
    const other = otherNames.get(lead.id)
    if (other !== undefined) return { lead, ...other, isChanged: true }
    const { placeKey, mark, isChanged } = lead
    return { lead, placeKey, mark, isChanged: isChanged && mark !== null }
  })
  const changed = found.flatMap(({ placeKey, isChanged }) => (isChanged ? placeKey : []))
  const places = await foundByKey(changed, snapshot, names => placesNamed(tx, names))
  const hasList = hasDoNotContact || Object.values(snapshot.suppressed).some(({ size }) => size > 0)
  const judged = found.filter(({ mark, isChanged }) => mark === null || (hasList && !isChanged))
  const facts = await factsOfLeads(
    tx,
    judged.map(({ lead }) => lead.id),
  )
  const factsOf = new Map(facts.map(row => [row.id, row]))
  return new Map(
    found.map(({ lead, placeKey, mark, isChanged }) => {
      const datasetId = placeNameOf(placeKey, snapshot)?.datasetId ?? null
      const place = isChanged ? (places.get(placeKey) ?? null) : null
      return [lead.id, { placeKey, datasetId, mark, place, facts: factsOf.get(lead.id) ?? null }]
    }),
  )
}

type Named = { placeKey: string; mark: PlaceMark }

/** Finds leads whose row has left the catalog, but whose place has another row or another id now. Ordered by id. */
async function findOtherNames(tx: Queryable, { userId, snapshot, leads }: Read): Promise<Map<number, Named>> {
  if (leads.length === 0) return new Map()
  const ids = leads.map(({ id }) => id)
  const others = [...(await otherNamesOf(tx, userId, ids)), ...(await newNamesOf(tx, userId, ids))]
  const marks = await foundByKey(
    others.map(({ placeKey }) => placeKey),
    snapshot,
    names => placeMarks(tx, names),
  )
  const alive = new Map<number, Named>()
  const taken = new Set<string>()
  for (const { leadId, placeKey } of others) {
    const mark = marks.get(placeKey)
    if (mark === undefined || alive.has(leadId) || taken.has(placeKey)) continue
    alive.set(leadId, { placeKey, mark })
    taken.add(placeKey)
  }
  return alive
}

async function write(
  tx: Queryable,
  { userId, snapshot, leads, own, known, at }: Read & Lists & { known: ReadonlyMap<number, Known>; at: Date },
): Promise<void> {
  const turned = leads.flatMap(lead => {
    const now = known.get(lead.id)
    const fresh = now === undefined ? null : freshLead(lead, now, { snapshot, own })
    return now === undefined || fresh === null ? [] : [{ lead, now, fresh }]
  })
  const renamed = turned.flatMap(({ lead, now }) =>
    now.placeKey === lead.placeKey ? [] : [{ from: lead.placeKey, placeKey: now.placeKey }],
  )
  await renameLeads(tx, userId, renamed)
  await renameEntries(tx, userId, renamed)
  if (turned.length > 0 && (await isSubscribed(tx, userId, 'lead.changed'))) {
    const changed = await changesOf(
      tx,
      turned.map(({ fresh }) => fresh),
    )
    await queueEvent(tx, { userId, now: at }, 'lead.changed', { leads: changed })
  }
  await writeRefreshed(
    tx,
    turned.map(({ fresh }) => fresh),
  )
  await saveOtherPhones(
    tx,
    userId,
    turned.flatMap(({ lead, now }) =>
      now.place === null ? [] : [{ id: lead.id, otherPhones: otherPhonesOf(now.place) }],
    ),
  )
  await settlePhones(tx, userId, {
    leadIds: turned.map(({ lead }) => lead.id),
    formerPhones: turned.flatMap(({ lead }) => lead.phone ?? []),
  })
}
