import type { Queryable } from '#server/platform/database/db.ts'
import { leadsOfPhones, setFirstOfPhone, phonesOfLeads } from './shared-phones.repository.ts'
import { keptFor } from './shared-phones.rules.ts'
import { settleTwins } from './twins.usecases.ts'

/**
 * "All Leads" lists one lead for each phone and name, and of leads without a phone one for each place. Decides which one,
 * after these leads were added, removed, or changed. `formerPhones` are the phones that they had before. Returns whether
 * any lead now shares its work with a different lead.
 */
export async function settlePhones(
  tx: Queryable,
  userId: number,
  { leadIds, formerPhones }: { leadIds: readonly number[]; formerPhones: readonly number[] },
): Promise<boolean> {
  if (leadIds.length === 0) return false
  const asked = [...new Set([...(await phonesOfLeads(tx, leadIds)), ...formerPhones])]
  // A lead without phone and place stays as it is.
  if (asked.length === 0) return false
  const concerned = await leadsOfPhones(tx, userId, asked)
  // A lead with additional phones may share these with other leads.
  const known = new Set(asked)
  const further = [...new Set(concerned.flatMap(lead => lead.phones))].filter(phone => !known.has(phone))
  const rivals = further.length === 0 ? concerned : await leadsOfPhones(tx, userId, [...asked, ...further])
  const kept = keptFor(rivals)
  const turning = (isFirst: boolean) =>
    concerned.flatMap(lead => (lead.isFirst !== isFirst && (kept.get(lead.id) === lead.id) === isFirst ? lead.id : []))
  await setFirstOfPhone(tx, turning(false), false)
  await setFirstOfPhone(tx, turning(true), true)
  return settleTwins(tx, userId, { leadIds: concerned.map(({ id }) => id), kept })
}
