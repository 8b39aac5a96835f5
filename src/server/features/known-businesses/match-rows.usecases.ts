import type { FileFact } from '#contract/leads/filled-files.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { recognize } from '#server/catalog/recognize/recognize.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { changesOf } from './file-facts.ts'
import { placesOfKeys } from './judge-rows.usecases.ts'
import { readBusiness, type RowCells } from './known-business.rules.ts'

type Matched = { row: number; match: 'sure' | 'likely' | 'none'; placeId: string | null; differences: FileFact[] }

/** Says which places businesses are, and about what they differ, without storing anything. */
export async function matchOwnRows(
  { db, catalog }: Deps,
  { id: userId }: Account,
  rows: readonly RowCells[],
): Promise<{ rows: Matched[] }> {
  const snapshot = await catalog.refresh()
  const businesses = rows.map(cells => readBusiness(cells, catalog.gazetteer))
  const readable = businesses.flatMap((business, at) => (business.problem === null ? [{ business, at }] : []))
  const recognized = await recognize(
    db,
    catalog.gazetteer,
    readable.map(({ business }) => business),
  )
  const matches = new Map(readable.map(({ at }, index) => [at, recognized[index]?.row]))
  const keys = recognized.flatMap(({ row }) => row.keys.slice(0, 1))
  const places = await placesOfKeys(db, { userId, snapshot }, keys)
  return {
    rows: businesses.map((business, row) => {
      const { match = 'none', keys: [placeId = ''] = [] } = matches.get(row) ?? {}
      const place = places.get(placeId)
      if (place === undefined || place.isSample) return { row, match: 'none', placeId: null, differences: [] }
      const changes = place.doNotContact ? [] : changesOf({ cells: rows[row] ?? {}, business }, place)
      return { row, match, placeId, differences: changes.map(({ fact }) => fact) }
    }),
  }
}
