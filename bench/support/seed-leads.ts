import type { Db } from '#server/platform/database/db.ts'

const leadsOfASearch = 500
/** SQL for the `LeadFacts` of lead number n. */
const facts = `jsonb_build_object(
  'businessName', (ARRAY['Ace','Boulder','Cedar','Delta','Evergreen','Front Range','Granite','High Plains'])[1 + n % 8] || ' '
    || (ARRAY['Plumbing','Heating','Roofing','Bakery','Dental Care','Law Office','Auto Repair'])[1 + n % 7] || ' ' || n,
  'category', 'Plumbing', 'phoneNumber', '(303) 55' || (n / 10000) || '-' || lpad((n % 10000)::text, 4, '0'),
  'address', n || ' Pearl St', 'city', (ARRAY['Boulder','Denver','Cheyenne'])[1 + n % 3],
  'state', (ARRAY['CO','CO','WY','TX','CA','NY'])[1 + n % 6], 'zipCode', lpad((80000 + n % 999)::text, 5, '0'),
  'website', CASE WHEN n % 3 > 0 THEN 'https://www.business-' || n || '.example/' END,
  'siteDomain', CASE WHEN n % 3 > 0 THEN 'business-' || n || '.example' END,
  'email', CASE WHEN n % 4 > 0 THEN 'office@business-' || n || '.example' END,
  'latitude', 39 + (n % 1000) / 1000.0, 'longitude', -105 - (n % 777) / 1000.0,
  'rating', CASE WHEN n % 2 = 0 THEN (3 + (n % 20) / 10.0)::text END, 'qualityScore', n % 101,
  'scoreLines', (SELECT jsonb_agg(jsonb_build_object('code', code, 'label', initcap(code), 'earned', n % 20, 'possible', 20,
     'detail', 'confirmed lately')) FROM unnest(ARRAY['phone','website','email','address','freshness']) code),
  'hasWebsite', n % 3 > 0, 'hasPhoneNumber', true, 'hasHighRating', n % 4 = 2, 'source', 'overture',
  'sourceLicense', 'CDLA-Permissive-2.0', 'lastConfirmed', '2026-04-01', 'isSample', false,
  'factSources', (SELECT jsonb_agg(jsonb_build_object('fact', fact, 'source', 'overture', 'sourceName', 'Overture Maps (meta)',
     'license', 'CDLA-Permissive-2.0', 'confirmedOn', '2026-04-01', 'release', '2026-04-15.0'))
     FROM unnest(ARRAY['name','phone','website','email','address']) fact),
  'attribution', jsonb_build_array('Overture Maps Foundation, overturemaps.org, and the sources that each place names'))`

type SeedOptions = {
  inOneSearch?: boolean
  /** SQL for the place key of lead number n. */
  placeKey?: string
  /** SQL for its phone. */
  phone?: string
}

/** Gives a user this many leads from searches of 500 leads each. Returns the id of the first search. */
export async function seedLeads(
  db: Db,
  userId: number,
  count: number,
  { inOneSearch = false, placeKey = `'bench:' || n`, phone = '13030000000 + n' }: SeedOptions = {},
): Promise<number> {
  const size = inOneSearch ? count : leadsOfASearch
  const rows = await db.query<{ id: number }>(
    `INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
     SELECT $1, 'plumbers ' || n % 9, 'Boulder, CO', false, '{}', '{}', $3, $3, now() - n * interval '1 hour'
     FROM generate_series(1, ceil($2::float8 / $3)::int) n RETURNING id`,
    [userId, count, size],
  )
  const first = Math.min(...rows.map(({ id }) => id))
  await db.query(
    `INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, facts, name, quality, state, search_id, pulled_at)
     SELECT $1, ${placeKey}, ${phone}, true, facts, facts->>'businessName', (facts->>'qualityScore')::smallint,
       facts->>'state', $3 + n / $4, now() - n * interval '1 minute'
     FROM (SELECT n, ${facts} AS facts FROM generate_series(0, $2::int - 1) n) made`,
    [userId, count, first, size],
  )
  await db.query(
    `INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
     SELECT search_id, row_number() OVER (PARTITION BY search_id ORDER BY id) - 1, id, 1.5 FROM lead WHERE user_id = $1`,
    [userId],
  )
  await db.query('VACUUM ANALYZE')
  return first
}
