import { isGone } from '#server/catalog/search/owned-conditions.sql.ts'
import { placeIdOf, placeKey } from '#server/catalog/tables/place-key.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { prepared, readValues } from '#server/platform/database/rows.ts'
import type { PhoneSharer } from './shared-phones.rules.ts'

export type Sharer = PhoneSharer & { isFirst: boolean }

/** SQL for what stands for the phone of a lead without one: its place, which cannot be mistaken for a phone. */
const placeAsPhone = (lead: string): string =>
  `CASE WHEN ${lead}.phone IS NULL THEN -${placeIdOf(`${lead}.place_key`)} END`

/**
 * The user's leads that have any of these phones. `OFFSET 0` makes the database look up each phone and each lead.
 * Without it, the database would read all leads of a user who is not in its statistics yet.
 */
export const leadsOfPhones = (tx: Queryable, userId: number, phones: number[]): Promise<Sharer[]> =>
  tx.queryPrepared(
    `SELECT l.id, l.name, ${isGone('l')} AS "isGone", l.is_listed AND NOT l.do_not_contact AS "isLive",
       l.is_first_of_phone AS "isFirst",
       array_remove(array(SELECT l.phone UNION SELECT ${placeAsPhone('l')}
         UNION SELECT phone FROM lead_other_phone WHERE lead_id = l.id), NULL) AS phones
     FROM lead l WHERE l.id = ANY (ARRAY(
       SELECT own.id FROM unnest($2::bigint[]) AS asked (phone),
         LATERAL (SELECT id FROM lead WHERE user_id = $1 AND phone = asked.phone
           UNION ALL SELECT lead_id FROM lead_other_phone WHERE user_id = $1 AND phone = asked.phone
           UNION ALL SELECT o.id FROM (SELECT * FROM place WHERE id = -asked.phone
             UNION ALL SELECT * FROM place WHERE merged_into = -asked.phone) p, LATERAL (
             SELECT id FROM lead WHERE user_id = $1 AND place_key = ${placeKey('p')} LIMIT 1) o OFFSET 0) own))
     ORDER BY l.id`,
    [userId, phones],
  )

/** The phones of these leads, including those of other rows of their places, or what stands for them. */
export const phonesOfLeads = (tx: Queryable, leadIds: readonly number[]): Promise<number[]> =>
  readValues(
    prepared(tx),
    `SELECT phone FROM (SELECT coalesce(l.phone, ${placeAsPhone('l')}) AS phone FROM lead l WHERE id = ANY ($1::bigint[])
       UNION SELECT phone FROM lead_other_phone WHERE lead_id = ANY ($1::bigint[])) own WHERE phone IS NOT NULL ORDER BY phone`,
    [leadIds],
  )

export async function setFirstOfPhone(tx: Queryable, leadIds: readonly number[], isFirst: boolean): Promise<void> {
  if (leadIds.length === 0) return
  await tx.query('UPDATE lead SET is_first_of_phone = $2 WHERE id = ANY ($1::bigint[])', [leadIds, isFirst])
}

export async function saveOtherPhones(
  tx: Queryable,
  userId: number,
  leads: readonly { id: number; otherPhones: readonly number[] }[],
): Promise<void> {
  if (leads.length === 0) return
  await tx.query(`DELETE FROM lead_other_phone WHERE lead_id = ANY ($1::bigint[])`, [leads.map(({ id }) => id)])
  const noted = leads.flatMap(({ id, otherPhones }) => otherPhones.map(phone => ({ id, phone })))
  if (noted.length === 0) return
  await tx.query(
    `INSERT INTO lead_other_phone (user_id, phone, lead_id)
     SELECT $1, phone, id FROM unnest($2::bigint[], $3::bigint[]) AS noted (id, phone) ON CONFLICT DO NOTHING`,
    [userId, noted.map(({ id }) => id), noted.map(({ phone }) => phone)],
  )
}
