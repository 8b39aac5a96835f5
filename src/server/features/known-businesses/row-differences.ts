import type { FileFact, Gone } from '#contract/leads/filled-files.ts'
import type { ChangeKind } from '#contract/leads/known-businesses.ts'
import { houseOf } from '#server/catalog/merge/house.rules.ts'
import { namePartsOf } from '#server/catalog/merge/name-parts.ts'
import type { RowChange } from './file-facts.ts'
import type { StoredRow } from './filled-files.repository.ts'

/** How the business of a row differs from what the row says. `isNews`: it may be new since the last comparison. */
export type Difference = {
  row: number
  kind: ChangeKind
  was: string
  cells: RowChange['cells']
  /** The cells in a uniform spelling: a source that writes "Street" instead of "St" reports nothing new. */
  value: string
  source: string
  seenOn: string | null
  isNews: boolean
}

/** The correction that accepting a change makes; the other kinds only mark the row. */
export const factsOfKinds: Partial<Record<ChangeKind, FileFact>> = {
  moved: 'otherAddress',
  otherPhone: 'otherPhone',
  renamed: 'otherName',
}
export const kindOfFact = (fact: FileFact): ChangeKind | undefined =>
  (Object.keys(factsOfKinds) as ChangeKind[]).find(kind => factsOfKinds[kind] === fact)

const valueOf = ({ name, street, zip, phone }: RowChange['cells']): string =>
  [
    name === undefined ? '' : namePartsOf(name).joined,
    street === undefined ? '' : (houseOf(street) ?? street),
    zip ?? '',
    phone ?? '',
  ].join('|')

type Before = Pick<StoredRow, 'row' | 'rowState' | 'placeKeys' | 'gone' | 'doNotContact' | 'cells'>
type Now = {
  placeKeys: readonly string[]
  gone: Gone | null
  doNotContact: boolean
  changes: readonly RowChange[]
  place: { extras: { isDown: boolean; hasStopped: boolean; checkedOn: string | null } } | null
}

/**
 * Compares a row with its business. A difference is news only if the row was the same business at the last comparison. If
 * the business was just found, or is listed again, nobody knows since when it differs.
 */
export function differencesOf(before: Before, now: Now): Difference[] {
  if (now.doNotContact) return []
  const { row } = before
  const isSame = before.rowState === 'found' && !before.doNotContact && before.placeKeys[0] === now.placeKeys[0]
  if (now.gone !== null) {
    const { kind, source, on } = now.gone
    return [{ row, kind, was: '', cells: {}, value: '', source, seenOn: on, isNews: isSame }]
  }
  const isNews = isSame && before.gone === null
  const corrected = now.changes.flatMap(change => {
    const kind = kindOfFact(change.fact)
    if (kind === undefined) return []
    const { was, cells, source, confirmedOn: seenOn } = change
    return [{ row, kind, was, cells, value: valueOf(cells), source, seenOn, isNews }]
  })
  if (now.place?.extras.isDown !== true) return corrected
  // If the first check of a website finds that it does not work, nobody knows since when.
  const { checkedOn: seenOn, hasStopped } = now.place.extras
  const stopped = { row, kind: 'siteStopped' as const, was: before.cells.website ?? '', cells: {}, value: '' }
  return [...corrected, { ...stopped, source: 'Own website', seenOn, isNews: isNews && hasStopped }]
}
