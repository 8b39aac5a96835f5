import pg from 'pg'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { boxAround, EARTH_RADIUS_MILES, distanceMiles } from '#server/catalog/place/great-circle.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { planOf, questionsOf } from './support/questions.ts'
const client = new pg.Client({
  connectionString: process.argv[2],
  options: '-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan -c work_mem=64MB',
})
await client.connect()
const catalog = makeBigCatalog(await loadGazetteer(), 300000)
const questions = questionsOf(catalog, { count: 50000, keys: 5 })
const res = new Map<string, number[]>()
let kept = 0
for (let i = 0; i < 60; i++) {
  const qs = questions.slice(i * 500, i * 500 + 50)
  const cs0 = qs
  const cs1 = qs.filter(
    (q, k) =>
      !qs.some(
        (o, j) =>
          j !== k && distanceMiles(q, o) + q.radiusMiles <= o.radiusMiles && (o.radiusMiles > q.radiusMiles || j < k),
      ),
  )
  kept += cs1.length
  const arrs = (cs: typeof qs) => {
    const boxes = cs.map(c => boxAround(c, c.radiusMiles))
    return [
      boxes.map(b => b.south),
      boxes.map(b => b.north),
      boxes.map(b => b.west),
      boxes.map(b => b.east),
      cs.map(c => c.lat),
      cs.map(c => c.lon),
      cs.map(c => Math.cos((c.lat * Math.PI) / 180)),
      cs.map(c => 2 * Math.sin(c.radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2),
      qs[0]!.categoryIds,
    ]
  }
  const a =
    'unnest($1::float8[],$2::float8[],$3::float8[],$4::float8[],$5::float8[],$6::float8[],$7::float8[],$8::float8[]) a (south, north, west, east, lat, lon, cos_lat, edge)'
  const box = 'c.category_id = ANY($9::int[]) AND c.lat BETWEEN a.south AND a.north AND c.lon BETWEEN a.west AND a.east'
  const once = '(c.earlier IS NULL OR NOT c.earlier && $9::int[]) AND c.flags & 8 = 0'
  const hav =
    '(1 - cos(radians(c.lat - a.lat))) + a.cos_lat * cos(radians(c.lat)) * (1 - cos(radians(c.lon - a.lon))) <= a.edge'
  const cols = 'c.place_id AS id, c.relevance, c.rating, c.name_order, c.phone, c.flags'
  const lat = (w: string) => `FROM ${a}, LATERAL (SELECT ${cols} FROM place_category c WHERE ${w} OFFSET 0) c`
  const variants: Record<string, string> = {
    box: `SELECT count(*) ${lat(box)}`,
    once: `SELECT count(*) ${lat(box + ' AND ' + once)}`,
    circle: `SELECT count(*) ${lat(box + ' AND ' + once + ' AND ' + hav)}`,
    distinct: `SELECT count(*) FROM (SELECT DISTINCT c.* ${lat(box + ' AND ' + once + ' AND ' + hav)}) x`,
    distinctid: `SELECT count(*) FROM (SELECT DISTINCT ON (c.id) c.* ${lat(box + ' AND ' + once + ' AND ' + hav)}) x`,
    group: `SELECT count(*) FROM (SELECT c.id, min(relevance), min(rating), min(name_order), min(phone), min(flags) ${lat(box + ' AND ' + once + ' AND ' + hav)} GROUP BY c.id) x`,
    mat: `WITH e AS MATERIALIZED (SELECT c.* ${lat(box + ' AND ' + once + ' AND ' + hav)}) SELECT (SELECT count(*) FROM e), (SELECT max(relevance) FROM e)`,
    const:
      'SELECT 1 WHERE $1::float8[] IS NOT NULL AND $2::float8[] IS NOT NULL AND $3::float8[] IS NOT NULL AND $4::float8[] IS NOT NULL AND $5::float8[] IS NOT NULL AND $6::float8[] IS NOT NULL AND $7::float8[] IS NOT NULL AND $8::float8[] IS NOT NULL AND $9::int[] IS NOT NULL',
  }
  for (const [name, cs] of [
    ['', cs0],
    ['kept ', cs1],
  ] as const)
    for (const [k, text] of Object.entries(variants)) {
      let b = Infinity
      for (let r = 0; r < 6; r++) {
        const t = performance.now()
        await client.query({ name: k, text, values: arrs(cs) as any })
        b = Math.min(b, performance.now() - t)
      }
      res.set(name + k, [...(res.get(name + k) ?? []), b])
    }
}
console.log('kept', kept / 60)
for (const [k, v] of res) {
  v.sort((a, b) => a - b)
  console.log(k.padEnd(20), 'p50', v[30]!.toFixed(2), 'p95', v[57]!.toFixed(2))
}
await client.end()
