import type { Queryable } from '#server/platform/database/db.ts'
import { leadsOfPhones, listForPhones, phonesOfLeads } from './shared-phones.repository.ts'
import { firstOfPhones } from './shared-phones.rules.ts'

/**
 * One phone is one lead, the one that "All Leads" lists. Settles which one it is after these leads have come, gone, or
 * changed; `formerPhones` are those that they had before.
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
  // A lead that has further phones shares those with others.
  const known = new Set(asked)
  const further = [...new Set(concerned.flatMap(lead => lead.phones))].filter(phone => !known.has(phone))
  const rivals = further.length === 0 ? concerned : await leadsOfPhones(tx, userId, [...asked, ...further])
  const first = firstOfPhones(rivals)
  const turning = (isFirst: boolean) =>
    concerned.flatMap(lead => (lead.isFirst !== isFirst && first.has(lead.id) === isFirst ? lead.id : []))
  // In this order: no two leads are ever listed for one phone.
  await listForPhones(tx, turning(false), false)
  await listForPhones(tx, turning(true), true)
}
