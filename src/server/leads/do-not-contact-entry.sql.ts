/**
 * SQL that leaves out entries that the user ($1) has. It ends with a condition. `LATERAL` makes each comparison an index
 * lookup: without statistics, as on the embedded database, NOT EXISTS would compare each one with the whole list.
 */
export const besidesListed = (kind: string, value: string): string =>
  `LEFT JOIN LATERAL (SELECT true AS is_listed FROM do_not_contact_entry s
     WHERE s.user_id = $1 AND s.kind = ${kind} AND s.value = ${value} LIMIT 1) listed ON true WHERE listed IS NULL`
