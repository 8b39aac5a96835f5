import { z } from 'zod'
import { townKey } from '#server/catalog/gazetteer/town-key.ts'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

export type NamedTown = { town: string; state: string }

const rows = readTable(
  'place-aliases.txt',
  z.tuple([z.string().min(1), z.string().regex(/^[A-Z]{2}$/), commaList.pipe(z.array(z.string()).min(1))]),
)

/** Towns by the `townKey` of a colloquial name. */
export const placeAliases: ReadonlyMap<string, NamedTown> = new Map(
  rows.flatMap(([town, state, names]) => names.map(name => [townKey(name), { town: townKey(town), state }] as const)),
)
