import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readSourceRows, type PossibleDuplicate, writeMerged, writePossible } from './merge.repository.ts'
import { limitAsPossibleDuplicate, type MergedPlace, mergeRows, type SourceRow } from './merged-place.rules.ts'
import {
  factsOfSites,
  nextMarkedSites,
  resetPlaces,
  type PlaceOfSite,
  placesOfSites,
  type RowOfPlace,
} from './site-merge.repository.ts'
import { siteShareOf } from './site-share.rules.ts'

const DOMAINS_AT_ONCE = 200

/**
 * Merges the facts from the websites in `import_site` into the places with these domains, and removes facts that the
 * websites no longer show. It does not regroup rows: websites do not decide which rows are one place.
 */
export async function mergeSites(db: Queryable, table: PlaceTable): Promise<void> {
  for (let after = ''; ;) {
    const domains = await nextMarkedSites(db, after, DOMAINS_AT_ONCE)
    const last = domains.at(-1)
    if (last === undefined) return
    await mergeFactsOf(db, table, domains)
    after = last
  }
}

async function mergeFactsOf(db: Queryable, table: PlaceTable, domains: readonly string[]): Promise<void> {
  const places = await placesOfSites(db, table, domains)
  if (places.length === 0) return
  const opened = await resetPlaces(
    db,
    table,
    places.map(({ id }) => id),
  )
  const rowsOf = Map.groupBy(await readRows(db, table, opened), ({ placeId }) => placeId)
  const factsOf = Map.groupBy(await factsOfSites(db, domains), ({ domain }) => domain)
  const merged: MergedPlace[] = []
  const possible: PossibleDuplicate[] = []
  for (const place of places) {
    const rows = rowsOf.get(place.id)?.map(({ row }) => row) ?? []
    const share = siteShareOf(factsOf.get(place.domain) ?? [], place.places)
    const [only, ...others] = rows
    if (only === undefined) continue
    if (share !== null || others.length > 0) merged.push(limited(mergeRows(rows, share), place))
    else if (place.duplicateOf !== null)
      possible.push({ id: only.id, of: place.duplicateOf, ...limitAsPossibleDuplicate(only) })
  }
  await writeMerged(db, table, merged)
  await writePossible(db, table, possible)
}

async function readRows(
  db: Queryable,
  table: PlaceTable,
  opened: readonly RowOfPlace[],
): Promise<{ placeId: number; row: SourceRow }[]> {
  const placeOf = new Map(opened.map(({ id, placeId }) => [id, placeId]))
  const rows = await readSourceRows(db, table, [...placeOf.keys()])
  return rows.map(row => ({ row, placeId: placeOf.get(row.id) ?? row.id }))
}

/** Keeps the score limit of a possible duplicate. */
const limited = (merged: MergedPlace, { duplicateOf }: PlaceOfSite): MergedPlace =>
  duplicateOf === null ? merged : { ...merged, facts: { ...merged.facts, ...limitAsPossibleDuplicate(merged.facts) } }
