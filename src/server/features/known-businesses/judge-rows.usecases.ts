import { registrableDomain } from '#domains/index.ts'
import type { Gazetteer } from '#geography/index.ts'
import type { ListedPlace } from '#server/catalog/place/places-provider.ts'
import type { RowMatch } from '#server/catalog/recognize/match-row.ts'
import { positionOf } from '#server/catalog/recognize/recognize.usecases.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { listedPlaces } from '#server/catalog/search/places.usecases.ts'
import { isPlaceSuppressed, isSuppressed } from '#server/catalog/suppression/suppression.rules.ts'
import { doNotContactAmong } from '#server/leads/do-not-contact.usecases.ts'
import { leadFactsOf, placeKeysOf, placeNameOf } from '#server/leads/lead-facts.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  bitsOf,
  changesOf,
  type FilledColumn,
  noExtras,
  type PlaceForRow,
  type RowChange,
  withFilled,
} from './file-facts.ts'
import type { JudgedRow, StoredRow } from './filled-files.repository.ts'
import { decisionsOf, gonePlaces, siteExtrasOf } from './row-places.repository.ts'

export type Judging = { userId: number; snapshot: CatalogSnapshot; gazetteer: Gazetteer }

/** A place with all that a row can get from it. */
export type WorkedPlace = PlaceForRow & { place: ListedPlace; isSample: boolean; doNotContact: boolean }

/** The current places with these keys, by key. */
export async function placesOfKeys(
  tx: Queryable,
  { userId, snapshot }: Pick<Judging, 'userId' | 'snapshot'>,
  placeKeys: readonly string[],
): Promise<Map<string, WorkedPlace>> {
  const named = [...new Set(placeKeys)].flatMap(key => {
    const name = placeNameOf(key, snapshot)
    return name === null ? [] : [{ key, name }]
  })
  if (named.length === 0) return new Map()
  const found = await listedPlaces(
    tx,
    named.map(({ name }) => name),
  )
  const places = named.flatMap(({ key, name }) => {
    const place = found.get(`${name.datasetId}:${name.sourceId}`)
    return place === undefined ? [] : [{ key, place }]
  })
  const extras = await extrasOf(
    tx,
    places.flatMap(({ place }) => domainOf(place) ?? []),
  )
  const contacts = new Map(places.map(({ key, place }) => [key, contactsOf(place, snapshot)]))
  const own = await doNotContactAmong(tx, userId, [...contacts.values()])
  return new Map(
    places.map(({ key, place }) => {
      const contact = contacts.get(key)
      const isOnOwnList = contact !== undefined && isSuppressed(contact, own)
      return [
        key,
        {
          place,
          facts: leadFactsOf(place, snapshot),
          phone: place.phone,
          provenance: place.provenance,
          extras: extras.get(domainOf(place) ?? '') ?? noExtras,
          isSample: snapshot.datasets.get(place.datasetId)?.source.isSample === true,
          doNotContact: isOnOwnList || isPlaceSuppressed(place, snapshot),
        },
      ]
    }),
  )
}

const domainOf = ({ website, hasOwnWebsite }: ListedPlace): string | null =>
  website === null || !hasOwnWebsite ? null : registrableDomain(website)

const contactsOf = (place: ListedPlace, snapshot: CatalogSnapshot) => ({
  phone: place.phone,
  email: place.email,
  website: place.website,
  placeKeys: placeKeysOf(place, snapshot),
})

async function extrasOf(tx: Queryable, domains: readonly string[]): Promise<Map<string, PlaceForRow['extras']>> {
  if (domains.length === 0) return new Map()
  return new Map((await siteExtrasOf(tx, domains)).map(({ domain, ...site }) => [domain, site]))
}

/** What a row can get from its place, without what it has got. */
export function rowChanges(row: StoredRow, place: WorkedPlace): RowChange[] {
  const cells = withFilled(row.cells, row.filled?.changes ?? [])
  const isNew = (change: RowChange) =>
    Object.entries(change.cells).some(([column, value]) => cells[column as FilledColumn] !== value)
  return changesOf({ cells, business: row }, place).filter(isNew)
}

/** Says for each row which place it is, what it can get, and whether the place is gone. */
export async function judgeRows(
  tx: Queryable,
  judging: Judging,
  rows: readonly { row: StoredRow; match: RowMatch }[],
): Promise<JudgedRow[]> {
  const decided = await decisionsOf(
    tx,
    judging.userId,
    rows.map(({ row }) => row.identity),
  )
  const decisions = new Map(decided.map(({ identity, placeKey }) => [identity, placeKey]))
  const places = await placesOfKeys(tx, judging, [
    ...rows.flatMap(({ match }) => match.keys),
    ...decided.flatMap(({ placeKey }) => placeKey ?? []),
  ])
  const judged = rows.map(({ row, match }) => judgeRow(row, match, { decisions, places }))
  return withGone(tx, judging, rows, judged)
}

type Known = { decisions: ReadonlyMap<string, string | null>; places: ReadonlyMap<string, WorkedPlace> }

function judgeRow(row: StoredRow, { match, keys }: RowMatch, { decisions, places }: Known): JudgedRow {
  const judged = { row: row.row, placeKeys: [] as string[], facts: 0, gone: null, doNotContact: false }
  if (row.problem !== null) return { ...judged, rowState: 'unreadable' }
  const decision = decisions.get(Buffer.from(row.identity).toString('hex'))
  if (decision === null) return { ...judged, rowState: 'none' }
  const real = keys.filter(key => places.get(key)?.isSample === false)
  const isChosen = decision !== undefined && places.has(decision)
  const isSure = isChosen || (match === 'sure' && real.length > 0)
  if (!isSure) return { ...judged, placeKeys: real, rowState: real.length > 0 ? 'decide' : 'none' }
  const key = isChosen ? decision : (real[0] ?? '')
  const place = places.get(key)
  const doNotContact = place?.doNotContact === true
  const changes = place === undefined || doNotContact ? [] : rowChanges(row, place)
  const facts = bitsOf(changes.map(({ fact }) => fact))
  return { ...judged, placeKeys: [key], rowState: 'found', facts, doNotContact }
}

/** A row that is not found may have been a place that closed, or that its source no longer lists. */
async function withGone(
  tx: Queryable,
  { gazetteer, snapshot }: Judging,
  rows: readonly { row: StoredRow }[],
  judged: readonly JudgedRow[],
): Promise<JudgedRow[]> {
  const lost = judged.flatMap(({ rowState }, at) => {
    const row = rows[at]?.row
    if (row === undefined || rowState !== 'none') return []
    const key = row.rowState === 'found' ? (row.placeKeys[0] ?? null) : null
    const near = positionOf(gazetteer, row)
    const name = row.name === null || near === null ? null : row.name
    return key === null && name === null ? [] : [{ at, key, name, lat: near?.lat ?? null, lon: near?.lon ?? null }]
  })
  const found = lost.length === 0 ? [] : await gonePlaces(tx, lost)
  const gone = new Map(
    found.map(({ at, datasetId, kind, on }) => [
      at,
      { kind, on, source: snapshot.datasets.get(datasetId)?.name ?? '' },
    ]),
  )
  return judged.map((row, at) => {
    const what = gone.get(at)
    if (what === undefined) return row
    return { ...row, rowState: 'found', placeKeys: rows[at]?.row.placeKeys.slice(0, 1) ?? [], gone: what }
  })
}
