import type { Queryable } from '#server/platform/database/db.ts'
import { leadsOfPhones, listForPhones, phonesOfLeads } from './shared-phones.repository.ts'
import { firstOfPhones } from './shared-phones.rules.ts'

/**
 * "All Leads" lists one lead per phone. Decides which one after these leads were added, removed, or changed.
 * `formerPhones`: their phones before that.
 */
export async function settlePhones(
  tx: Queryable,
  userId: number,
  { leadIds, formerPhones }: { leadIds: readonly number[]; formerPhones: readonly number[] },
): Promise<void> {
  if (leadIds.length === 0) return
  const asked = [...new Set([...(await phonesOfLeads(tx, leadIds)), ...formerPhones])]
  if (asked.length === 0) return
  const concerned = await leadsOfPhones(tx, userId, asked)
  // A lead with additional phones may share those with other leads.
  const known = new Set(asked)
  const further = [...new Set(concerned.flatMap(lead => lead.phones))].filter(phone => !known.has(phone))
  const rivals = further.length === 0 ? concerned : await leadsOfPhones(tx, userId, [...asked, ...further])
  const first = firstOfPhones(rivals)
  const turning = (isFirst: boolean) =>
    concerned.flatMap(lead => (lead.isFirst !== isFirst && first.has(lead.id) === isFirst ? lead.id : []))
  // In this order, so that two leads are never listed for one phone.
  await listForPhones(tx, turning(false), false)
  await listForPhones(tx, turning(true), true)
}
