import type { Queryable } from '#server/platform/database/db.ts'
import { copyWork, deleteTwins, deleteWork, moveTwins, moveWork, saveTwin, twinsOf } from './twins.repository.ts'

type Settled = {
  /** The leads that were added or changed, and the leads that share a phone with them. */
  leadIds: readonly number[]
  /** The lead that is listed in place of each of them. A lead that is missing here is listed itself. */
  kept: ReadonlyMap<number, number>
}

/**
 * A lead shares its status, notes, and other work with the lead that is listed in its place. The work is combined when
 * two leads become one business, and both leads keep it if the business is split again. Returns whether any lead now
 * shares its work with a different lead.
 */
export async function settleTwins(tx: Queryable, userId: number, { leadIds, kept }: Settled): Promise<boolean> {
  const before = await twinsOf(tx, userId, leadIds)
  const keptNow = (id: number): number => kept.get(id) ?? id
  const turned = [...new Set(leadIds)].filter(id => (before.get(id) ?? id) !== keptNow(id))
  // The leads that were separate, and now give their work to another lead.
  const givers = new Set(turned.filter(id => !before.has(id)))
  // Leads that become separate again come first, and leads that give their work away last: the others may copy it.
  const turnOf = (id: number): number => (keptNow(id) === id ? 0 : before.has(id) ? 1 : 2)
  for (const id of turned.toSorted((a, b) => turnOf(a) - turnOf(b) || a - b)) {
    const [from, to] = [before.get(id) ?? id, keptNow(id)]
    if (from === id) await moveWork(tx, userId, { from, to })
    // If `from` will give its work to the same lead later, nothing is copied now: the copies would have new ids, and the
    // original entries would then be left out.
    const isGivenLater = from !== id && givers.has(from) && keptNow(from) === to
    if (!isGivenLater) await copyWork(tx, userId, { from, to })
    if (to === id) await deleteTwins(tx, userId, [id])
    else await saveTwin(tx, userId, { leadId: id, keptId: to })
  }
  const joined = turned.filter(id => keptNow(id) !== id)
  for (const id of joined) await moveTwins(tx, userId, { from: id, to: keptNow(id) })
  await deleteWork(tx, userId, joined)
  return turned.length > 0
}
