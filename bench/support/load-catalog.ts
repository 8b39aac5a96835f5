import { cellOf } from '#geography/index.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { copyLine } from '#server/platform/database/copy-line.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type BigCatalog, CATEGORIES } from './big-catalog.ts'

const placeColumns =
  'dataset_id source_id release content_hash name_sort name_order name phone website street city state zip lat lon cell category_ids quality score_lines flags license'.split(
    ' ',
  )
const categoryColumns = 'category_id state lat lon place_id relevance rating name_order phone flags earlier'.split(' ')

/** Loads the arrays directly into the catalog's tables, sorted, and creates the indexes last, as an import does. */
export async function loadBigCatalog(db: Db, catalog: BigCatalog): Promise<void> {
  await db.query(
    `INSERT INTO category (key, name) SELECT 'category_' || n, 'Category ' || n FROM generate_series(1, $1::int) n`,
    [CATEGORIES],
  )
  await db.query(`INSERT INTO dataset (source, name) VALUES ('overture', 'overture')`)
  const indexes = await db.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('place', 'place_category') AND indexname NOT LIKE '%key' AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`)
  await db.copyIn({ table: 'place', columns: placeColumns, lines: placeLines(catalog) })
  await db.copyIn({ table: 'place_category', columns: categoryColumns, lines: categoryLines(catalog) })
  for (const { definition } of indexes) await db.query(definition)
  await db.query(
    `INSERT INTO coverage (cell, dataset_id, state, release, place_count)
     SELECT cell, dataset_id, state, min(release), count(*) FROM place GROUP BY cell, dataset_id, state`,
  )
  await db.query('UPDATE catalog_version SET version = version + 1')
  await db.query('VACUUM ANALYZE place')
  await db.query('VACUUM ANALYZE place_category')
}

const flagsOf = ({ hasWebsite, phone }: BigCatalog, i: number): number =>
  (hasWebsite[i] === 1 ? placeFlags.website : 0) |
  placeFlags.phone |
  (phone[i] === phone[i - 1] || phone[i] === phone[i + 1] ? placeFlags.twin : 0)

/** Neighbors with one phone have one name, too, so they are one lead. */
const firstOfPhone = ({ phone }: BigCatalog, i: number): number => {
  let first = i
  while (first > 0 && phone[first - 1] === phone[i]) first--
  return first
}

const cellAt = ({ lat, lon }: BigCatalog, i: number): number => cellOf(lat[i] ?? 0, lon[i] ?? 0)

function* placeLines(catalog: BigCatalog): Generator<string> {
  const scoreLines =
    'phone 20/20 direct number\nwebsite 15/15 own website\nemail 15/15 on its own domain\naddress 10/10 street, town and ZIP\nexistence 17/20 confidence 85 %, one source\nfreshness 10/10 confirmed within six months\ncategory 5/5 specific category\nsocial 5/5 has a profile'
  for (let i = 0; i < catalog.count; i++) {
    const categories = [catalog.category[i] ?? 0, catalog.secondCategory[i] ?? 0].filter(id => id > 0)
    yield copyLine([
      1,
      `gers-${i}`,
      '2026-01',
      String.raw`\x00112233445566778899aabbccddeeff`,
      `business number ${firstOfPhone(catalog, i)}`,
      firstOfPhone(catalog, i),
      `Business Number ${firstOfPhone(catalog, i)}`,
      catalog.phone[i] ?? 0,
      catalog.hasWebsite[i] === 1 ? `https://business-${i}.example` : null,
      // As in real rows, one of three has a comma.
      i % 3 === 0 ? `${i % 9999} Main Street, Suite ${i % 40}` : `${i % 9999} Main Street`,
      'Springfield',
      catalog.state[i] ?? null,
      '80301',
      catalog.lat[i] ?? 0,
      catalog.lon[i] ?? 0,
      cellAt(catalog, i),
      categories,
      catalog.quality[i] ?? 0,
      scoreLines,
      flagsOf(catalog, i),
      'CDLA-Permissive-2.0',
    ])
  }
}

function* categoryLines(catalog: BigCatalog): Generator<string> {
  const rows = Array.from({ length: catalog.count }, (_, i): [place: number, category: number, earlier: number] => [
    i,
    catalog.category[i] ?? 0,
    0,
  ])
  for (let i = 0; i < catalog.count; i++) {
    const second = catalog.secondCategory[i] ?? 0
    if (second > 0) rows.push([i, second, catalog.category[i] ?? 0])
  }
  rows.sort((a, b) => a[1] - b[1] || cellAt(catalog, a[0]) - cellAt(catalog, b[0]))
  for (const [i, category, earlier] of rows)
    yield copyLine([
      category,
      catalog.state[i] ?? null,
      catalog.lat[i] ?? 0,
      catalog.lon[i] ?? 0,
      i + 1,
      (catalog.quality[i] ?? 0) + (earlier === 0 ? 101 : 0),
      0,
      i,
      catalog.phone[i] ?? 0,
      flagsOf(catalog, i),
      earlier === 0 ? null : [earlier],
    ])
}
