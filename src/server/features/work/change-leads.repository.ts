import type { Queryable } from '#server/platform/database/db.ts'

/** Undefined if the account would have changed more leads than it may since that time. */
export async function insertBatch(
  tx: Queryable,
  batch: { userId: number; leadCount: number; now: Date; since: Date; atMost: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO lead_batch (user_id, lead_count, created_at)
     SELECT $1, $2::int, $3
     WHERE $2 + (SELECT coalesce(sum(lead_count), 0) FROM lead_batch WHERE user_id = $1 AND created_at > $4) <= $5
     RETURNING id`,
    [batch.userId, batch.leadCount, batch.now, batch.since, batch.atMost],
  )
  return row?.id
}

const marks = {
  status: { column: 'status', type: 'text', unset: `'new'`, alsoSets: ', status_at = EXCLUDED.status_at' },
  followUp: { column: 'follow_up_on', type: 'date', unset: 'NULL::date', alsoSets: '' },
}

type Change = {
  userId: number
  leadIds: readonly number[]
  batchId: number
  kind: keyof typeof marks
  value: string | null
  now: Date
}

/** Sets one fact of leads, with their history, in one statement. Returns the number of leads that had another value. */
export async function setMark(tx: Queryable, { userId, leadIds, batchId, kind, value, now }: Change): Promise<number> {
  const { column, type, unset, alsoSets } = marks[kind]
  const [row] = await tx.queryPrepared<{ count: number }>(
    `WITH chosen AS (
       SELECT DISTINCT coalesce(t.kept_id, l.id) AS lead_id FROM unnest($2::bigint[]) AS wanted (id)
       JOIN lead l ON l.id = wanted.id AND l.user_id = $1 LEFT JOIN lead_twin t ON t.lead_id = l.id
     ), before AS (
       SELECT c.lead_id, coalesce(m.${column}, ${unset}) AS was FROM chosen c LEFT JOIN lead_mark m ON m.lead_id = c.lead_id
     ), changed AS (
       INSERT INTO lead_mark (lead_id, user_id, ${column}${kind === 'status' ? ', status_at' : ''})
       SELECT lead_id, $1, $3::${type}${kind === 'status' ? ', $5::timestamptz' : ''} FROM before
       WHERE was IS DISTINCT FROM $3::${type} ORDER BY lead_id
       ON CONFLICT (lead_id) DO UPDATE SET ${column} = EXCLUDED.${column}${alsoSets}
       RETURNING lead_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, becomes, at)
       SELECT lead_id, $1, $4, '${kind}', was::text, $3::${type}::text, $5 FROM before JOIN changed USING (lead_id)
       ORDER BY lead_id RETURNING id)
     SELECT count(*)::int AS count FROM noted`,
    [userId, leadIds, value, batchId, now],
  )
  return row?.count ?? 0
}
