import { hash } from 'node:crypto'
import { cellOf } from '#geography/index.ts'
import { nameOrder, nameSort } from '#server/catalog/place/name-order.ts'
import { type CatalogPlace, facts, flagsOf, importedFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { isPublicPlace } from '#server/catalog/place/public-place.rules.ts'
import { copyField, copyFields } from '#server/platform/database/copy-line.ts'

const keyColumns = ['dataset_id', 'release', 'source_id', 'content_hash']
/** Columns of `place` that the rows of an import contain, in the order of `placeLine`. */
export const importedColumns = [...keyColumns, ...importedFacts.map(({ column }) => column)]
/** Columns of `place` that an import writes; the id and the offer are decided later. */
export const storedColumns = [...keyColumns, ...facts.map(({ column }) => column)]

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
  /** True if its license keeps the row separate from those of other sources. */
  hasSeparateLicense: boolean
}

/** A COPY line: the row's numbers, then `importedColumns`. The hash covers facts that are not computed. */
export function placeLine({
  row,
  file,
  fileRow,
  place,
  categoryIds,
  datasetId,
  release,
  isSample,
  hasSeparateLicense,
}: PlaceLine): string {
  const sortedName = nameSort(place.name)
  const imported = {
    place,
    nameSort: sortedName,
    nameOrder: nameOrder(sortedName),
    cell: cellOf(place.lat, place.lon),
    categoryIds,
    flags:
      flagsOf(place) |
      (isSample ? placeFlags.sample : 0) |
      (hasSeparateLicense ? placeFlags.separateLicense : 0) |
      (place.hasRoughPosition === true ? placeFlags.roughPosition : 0) |
      (isPublicPlace(place) ? placeFlags.publicPlace : 0),
  }
  const stored = importedFacts.map(({ read }) => copyField(read(imported)))
  const hashed = alwaysHashed.map(({ index }) => stored[index])
  const contentHash = `\\x${hash('sha256', `${hashed.join('\t')}\n${knownTexts(stored)}`, 'hex').slice(0, 32)}`
  return `${copyFields([row, file, fileRow, datasetId, release, place.sourceId, contentHash])}\t${stored.join('\t')}\n`
}

const numbered = importedFacts
  .map(({ name, isHashedIfKnown, isComputed }, index) => ({ name, isHashedIfKnown, isComputed, index }))
  .filter(({ isComputed }) => isComputed !== true)
const alwaysHashed = numbered.filter(({ isHashedIfKnown }) => isHashedIfKnown !== true)
const hashedIfKnown = numbered.filter(({ isHashedIfKnown }) => isHashedIfKnown === true)

function knownTexts(stored: readonly string[]): string {
  let texts = ''
  for (const { name, index } of hashedIfKnown) if (stored[index] !== UNKNOWN) texts += `${name}\t${stored[index]}\n`
  return texts
}
const UNKNOWN = copyField(null)
