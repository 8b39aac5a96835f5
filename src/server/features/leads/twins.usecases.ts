import type { Queryable } from '#server/platform/database/db.ts'
import { copyWork, deleteTwins, deleteWork, moveTwins, saveTwin, twinsOf } from './twins.repository.ts'

type Settled = {
  /** Leads that were added or changed, and those that share a phone with them. */
  leadIds: readonly number[]
  /** The lead that is listed for each of them; a lead that is missing is listed itself. */
  kept: ReadonlyMap<number, number>
}

/**
 * A lead that another one is listed for shares its status, notes, and so on: they are united when two leads become one
 * business, and both keep them if the business is split again. Returns whether any lead shares with another one than
 * before.
 */
export async function settleTwins(tx: Queryable, userId: number, { leadIds, kept }: Settled): Promise<boolean> {
  const before = await twinsOf(tx, userId, leadIds)
  const keptNow = (id: number): number => kept.get(id) ?? id
  const turned = [...new Set(leadIds)].filter(id => (before.get(id) ?? id) !== keptNow(id))
  // First those that are on their own again, because the lead that they get their work from may be next.
  const inOrder = turned.toSorted((a, b) => Number(keptNow(a) !== a) - Number(keptNow(b) !== b) || a - b)
  for (const id of inOrder) {
    const [from, to] = [before.get(id) ?? id, keptNow(id)]
    await copyWork(tx, userId, { from, to })
    if (to === id) await deleteTwins(tx, userId, [id])
    else await saveTwin(tx, userId, { leadId: id, keptId: to })
  }
  const joined = turned.filter(id => keptNow(id) !== id)
  for (const id of joined) await moveTwins(tx, userId, { from: id, to: keptNow(id) })
  await deleteWork(tx, userId, joined)
  return turned.length > 0
}
