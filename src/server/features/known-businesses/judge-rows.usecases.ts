import type { RowState } from '#contract/leads/filled-files.ts'
import type { Gazetteer } from '#geography/index.ts'
import type { ListedPlace } from '#server/catalog/place/places-provider.ts'
import type { RowMatch } from '#server/catalog/recognize/match-row.ts'
import { positionOf } from '#server/catalog/recognize/recognize.usecases.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { listedPlaces } from '#server/catalog/search/places.usecases.ts'
import { isPlaceSuppressed, isSuppressed } from '#server/catalog/suppression/suppression.rules.ts'
import { doNotContactAmong } from '#server/leads/do-not-contact.usecases.ts'
import { leadFactsOf, placeKeysOf } from '#server/leads/lead-facts.rules.ts'
import { keysReturnedBy } from '#server/leads/owned-places.usecases.ts'
import { foundByKey } from '#server/leads/places-by-key.usecases.ts'
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
import { type JudgedRow, saveJudged, type StoredRow } from './filled-files.repository.ts'
import { readBusiness } from './known-business.rules.ts'
import { saveDifferences } from './known-changes.repository.ts'
import { differencesOf } from './row-differences.ts'
import { decisionsOf, gonePlaces, siteExtrasOf } from './row-places.repository.ts'

export type Judging = { userId: number; snapshot: CatalogSnapshot; gazetteer: Gazetteer }

/** A place with all that a row can get from it: nothing if the user may not contact it, or has returned it as it is. */
export type WorkedPlace = PlaceForRow & { place: ListedPlace; isSample: boolean; doNotContact: boolean }

/** The current places with these keys, by key. */
export async function placesOfKeys(
  tx: Queryable,
  { userId, snapshot }: Pick<Judging, 'userId' | 'snapshot'>,
  placeKeys: readonly string[],
): Promise<Map<string, WorkedPlace>> {
  const found = await foundByKey(placeKeys, snapshot, names => listedPlaces(tx, names))
  if (found.size === 0) return new Map()
  const places = [...found].map(([key, place]) => ({ key, place, facts: leadFactsOf(place, snapshot) }))
  const domains = places.flatMap(({ facts }) => facts.siteDomain ?? [])
  const extras = new Map((await siteExtrasOf(tx, domains)).map(({ domain, ...site }) => [domain, site]))
  const contacts = new Map(places.map(({ key, place }) => [key, contactsOf(place, snapshot)]))
  const own = await doNotContactAmong(tx, userId, [...contacts.values()])
  const keysNow = [...contacts.values()].flatMap(contact => contact.placeKeys)
  const returned = await keysReturnedBy(tx, userId, snapshot, keysNow)
  return new Map(
    places.map(({ key, place, facts }) => {
      const contact = contacts.get(key)
      const isLeftOut =
        contact !== undefined && (isSuppressed(contact, own) || contact.placeKeys.some(one => returned.has(one)))
      return [
        key,
        {
          place,
          facts,
          phone: place.phone,
          provenance: place.provenance,
          extras: extras.get(facts.siteDomain ?? '') ?? noExtras,
          isSample: snapshot.datasets.get(place.datasetId)?.source.isSample === true,
          doNotContact: isLeftOut || isPlaceSuppressed(place, snapshot),
        },
      ]
    }),
  )
}

const contactsOf = (place: ListedPlace, snapshot: CatalogSnapshot) => ({
  phone: place.phone,
  email: place.email,
  website: place.website,
  placeKeys: placeKeysOf(place, snapshot),
})

/** What a row can get from its place. What it has got already counts as its own. */
function rowChanges(row: StoredRow, place: WorkedPlace, gazetteer: Gazetteer): RowChange[] {
  const cells = withFilled(row.cells, row.filled?.changes ?? [])
  const isNew = (change: RowChange) =>
    Object.entries(change.cells).some(([column, value]) => cells[column as FilledColumn] !== value)
  const business = row.filled === null ? row : readBusiness(cells, gazetteer)
  return changesOf({ cells, business }, place).filter(isNew)
}

/** Whether each of these businesses is a lead of the user who may contact it. */
type Owned = ReadonlyMap<string, boolean>

/** The keys of the businesses that rows are, and of those from which they have got something. */
export const keysOfRows = (rows: readonly StoredRow[]): string[] =>
  rows.flatMap(({ placeKeys, filled }) => (filled === null ? placeKeys : [...placeKeys, filled.placeKey]))

/** What a row has got, as long as the user has its business as a lead and may contact it. */
export const keptBy = ({ filled }: StoredRow, owned: Owned): RowChange[] =>
  filled !== null && owned.get(filled.placeKey) === true ? filled.changes : []

/** A row with its current place, and what it can get from it. */
export type Judged = JudgedRow & { place: WorkedPlace | null; changes: RowChange[] }

/** What is known about a stored row now: since it was judged, its place may have become one not to contact. */
export function currentRow(row: StoredRow, places: ReadonlyMap<string, WorkedPlace>, gazetteer: Gazetteer): Judged {
  const { rowState, placeKeys, gone, doNotContact } = row
  const place = (rowState === 'found' && gone === null ? places.get(placeKeys[0] ?? '') : undefined) ?? null
  const isLeft = doNotContact || place?.doNotContact === true
  const changes = place === null || isLeft ? [] : rowChanges(row, place, gazetteer)
  const facts = bitsOf(changes.map(({ fact }) => fact))
  return { row: row.row, rowState: rowState ?? 'none', placeKeys, facts, gone, doNotContact: isLeft, place, changes }
}

export type CurrentRow = { row: StoredRow; now: Judged }

/** Rows with what is known about them now. */
export async function currentRows(tx: Queryable, judging: Judging, rows: readonly StoredRow[]): Promise<CurrentRow[]> {
  const keys = rows.flatMap(({ placeKeys }) => placeKeys.slice(0, 1))
  const places = await placesOfKeys(tx, judging, keys)
  return rows.map(row => ({ row, now: currentRow(row, places, judging.gazetteer) }))
}

/** `isDecided`: by the user. */
export type DecidedRow = Judged & { isDecided: boolean }

/** Says for each row which place it is, what it can get, and whether the place is gone. */
export async function judgeRows(
  tx: Queryable,
  judging: Judging,
  rows: readonly { row: StoredRow; match: RowMatch }[],
): Promise<DecidedRow[]> {
  const decisions = await decisionsOf(
    tx,
    judging.userId,
    rows.map(({ row }) => row),
  )
  const places = await placesOfKeys(tx, judging, [
    ...rows.flatMap(({ row, match }) => [...match.keys, ...placeBefore(row)]),
    ...[...decisions.values()].flatMap(placeKey => placeKey ?? []),
  ])
  const { gazetteer } = judging
  const judged = rows.map(({ row, match }) => judgeRow(row, match, { decisions, places, gazetteer }))
  return withGone(tx, judging, rows, judged)
}

type Known = {
  decisions: ReadonlyMap<string, string | null>
  places: ReadonlyMap<string, WorkedPlace>
  gazetteer: Gazetteer
}

/** The key of the place that the row has been until now; empty if it was none. */
export const placeBefore = ({ rowState, placeKeys }: StoredRow): string[] =>
  rowState === 'found' ? placeKeys.slice(0, 1) : []

function judgeRow(row: StoredRow, { match, keys }: RowMatch, { decisions, places, gazetteer }: Known): DecidedRow {
  const decision = decisions.get(row.identity)
  const isChosen = decision !== undefined && decision !== null && places.has(decision)
  const of = (rowState: RowState, placeKeys: string[] = []) => ({
    ...currentRow({ ...row, rowState, placeKeys, gone: null, doNotContact: false }, places, gazetteer),
    isDecided: isChosen || decision === null,
  })
  if (row.problem !== null) return of('unreadable')
  if (decision === null) return of('none')
  const isReal = (key: string) => places.get(key)?.isSample === false
  const real = keys.filter(isReal)
  // A business that has moved, or has another phone, may no longer look like the row, but it still is its business.
  const [key] = isChosen ? [decision] : match === 'sure' && real.length > 0 ? real : placeBefore(row).filter(isReal)
  return key === undefined ? of(real.length > 0 ? 'decide' : 'none', real) : of('found', [key])
}

/**
 * A row that is not found may have been a place that closed, or that its source no longer lists. If it surely was that
 * place, the places that it may be now are its neighbors, so there is nothing to decide.
 */
async function withGone(
  tx: Queryable,
  { gazetteer, snapshot }: Judging,
  rows: readonly { row: StoredRow }[],
  judged: readonly DecidedRow[],
): Promise<DecidedRow[]> {
  const lost = judged.flatMap(({ rowState }, at) => {
    const row = rows[at]?.row
    if (row === undefined) return []
    const [key = null] = placeBefore(row)
    if (rowState !== 'none' && !(rowState === 'decide' && key !== null)) return []
    const near = positionOf(gazetteer, row)
    const name = row.name === null || near === null ? null : row.name
    return key === null && name === null ? [] : [{ at, key, name, lat: near?.lat ?? null, lon: near?.lon ?? null }]
  })
  const found = lost.length === 0 ? [] : await gonePlaces(tx, lost)
  const gone = new Map(
    found.map(({ at, key, datasetId, kind, on }) => [
      at,
      { key, gone: { kind, on, source: snapshot.datasets.get(datasetId)?.name ?? '' } },
    ]),
  )
  return judged.map((row, at) => {
    const what = gone.get(at)
    if (what === undefined) return row
    const before = rows[at]?.row
    // The candidates of a row to decide are other businesses.
    const own = before === undefined || before.rowState === 'decide' ? [] : before.placeKeys.slice(0, 1)
    return { ...row, rowState: 'found', placeKeys: own.filter(key => key === what.key), gone: what.gone }
  })
}

/** `hasBaseline`: it is known what was different when following began. */
export type Following = { hasBaseline: boolean; now: Date }

/** Stores what is known about rows now, and, if their file is followed, how they differ from their businesses. */
export async function keepJudged(
  tx: Queryable,
  { fileId, userId, following }: { fileId: number; userId: number; following: Following | null },
  { before, judged }: { before: readonly StoredRow[]; judged: readonly Judged[] },
): Promise<void> {
  await saveJudged(tx, fileId, judged)
  if (following === null) return
  const differences = judged.flatMap((now, at) => {
    const row = before[at]
    return row === undefined ? [] : differencesOf(row, now)
  })
  await saveDifferences(tx, { fileId, userId, rows: before.map(({ row }) => row), differences, ...following })
}
