import { hash } from 'node:crypto'
import { copyLine } from '#server/platform/database/copy-line.ts'
import { type CatalogPlace, placeFlags } from '#server/catalog/place/catalog-place.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import { nameOrder, nameSort } from '#server/catalog/place/name-order.ts'
import { hashedScoreLines, writeScoreLines } from '#server/catalog/place/score-lines.ts'

const factColumns = [
  'name_sort',
  'name_order',
  'name',
  'phone',
  'website',
  'domain',
  'email',
  'socials',
  'street',
  'city',
  'state',
  'zip',
  'lat',
  'lon',
  'cell',
  'category_ids',
  'rating',
  'review_count',
  'quality',
  'score_lines',
  'flags',
  'license',
  'origin',
  'confirmed_on',
] as const

/** Columns of `place` that an import fills, in the order of `placeLine`; the id and the offer are decided later. */
export const importedColumns = ['dataset_id', 'release', 'source_id', 'content_hash', ...factColumns] as const

export type PlaceLine = {
  row: number
  /** Number of the file, and of the row in it. */
  file: number
  fileRow: number
  place: CatalogPlace
  categoryIds: readonly number[]
  datasetId: number
  release: string
  isSample: boolean
  /** The licence keeps its rows apart from those of other sources. */
  isApart: boolean
}

/** A line of COPY: the row's numbers, then `importedColumns`. The hash is of all facts, so that equal means unchanged. */
export function placeLine({
  row,
  file,
  fileRow,
  place,
  categoryIds,
  datasetId,
  release,
  isSample,
  isApart,
}: PlaceLine): string {
  const sortedName = nameSort(place.name)
  const before = fields([
    sortedName,
    nameOrder(sortedName),
    place.name,
    place.phone,
    place.website,
    place.domain,
    place.email,
    place.socials,
    place.street,
    place.city,
    place.state,
    place.zip,
    place.lat,
    place.lon,
    cellOf(place.lat, place.lon),
    categoryIds,
    place.rating,
    place.reviewCount,
    place.quality,
  ])
  const after = copyLine([
    flagsOf(place) | (isSample ? placeFlags.sample : 0) | (isApart ? placeFlags.apart : 0),
    place.license,
    place.origin ?? null,
    place.confirmedOn,
  ])
  const factsWith = (scoreLines: string): string => `${before}\t${fields([scoreLines])}\t${after}`
  const facts = factsWith(writeScoreLines(place.scoreLines))
  const contentHash = `\\x${hash('sha256', factsWith(hashedScoreLines(place.scoreLines)), 'hex').slice(0, 32)}`
  return `${fields([row, file, fileRow, datasetId, release, place.sourceId, contentHash])}\t${facts}`
}

/** Part of a line of COPY. */
const fields = (values: Parameters<typeof copyLine>[0]): string => copyLine(values).slice(0, -1)

/** What a search may ask for of a place's contacts. */
export const flagsOf = ({ website, phone, email }: Pick<CatalogPlace, 'website' | 'phone' | 'email'>): number =>
  (website === null ? 0 : placeFlags.website) |
  (phone === null ? 0 : placeFlags.phone) |
  (email === null ? 0 : placeFlags.email)
