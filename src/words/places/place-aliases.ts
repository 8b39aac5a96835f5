import { townKey } from '#geography/index.ts'
import { entriesOf, rowsOf } from '../list-file.ts'

/** Towns by the `townKey` of a colloquial name. */
export const placeAliases: ReadonlyMap<string, { town: string; state: string }> = new Map(
  rowsOf('places/place-aliases.txt').flatMap(([town = '', state = '', names = '']) =>
    entriesOf(names).map(name => [townKey(name), { town: townKey(town), state }] as const),
  ),
)
