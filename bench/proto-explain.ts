import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { boxAround, EARTH_RADIUS_MILES } from '#server/catalog/place/great-circle.ts'
import { searchStatement } from '#server/catalog/search/search-statement.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { planOf, questionsOf } from './support/questions.ts'
const url = process.argv[2]
const N = Number(process.argv[3] ?? 50)
const client = new pg.Client({
  connectionString: url,
  options: '-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan -c work_mem=64MB',
})
await client.connect()
const catalog = makeBigCatalog(await loadGazetteer(), 300000)
const questions = questionsOf(catalog, { count: 50000, keys: 5 })
const many = (start: number, n: number) => {
  const qs = questions.slice(start, start + n)
  const plan = planOf(qs[0]!)
  return { ...plan, where: { anyOf: qs.flatMap(q => planOf(q).where.anyOf) } }
}
function lateral(plan: any, distinct: boolean) {
  const st = searchStatement(plan, { after: null, limit: 20 })
  const from = st.text.indexOf('everything AS MATERIALIZED (')
  const to = st.text.indexOf('),\n\nrepeats AS')
  const values: unknown[] = []
  const bind = (v: unknown) => `$${values.push(v)}`
  const cs = plan.where.anyOf as { lat: number; lon: number; radiusMiles: number }[]
  const boxes = cs.map(c => boxAround(c, c.radiusMiles))
  const arr = [
    boxes.map(b => b.south),
    boxes.map(b => b.north),
    boxes.map(b => b.west),
    boxes.map(b => b.east),
    cs.map(c => c.lat),
    cs.map(c => c.lon),
    cs.map(c => Math.cos((c.lat * Math.PI) / 180)),
    cs.map(c => 2 * Math.sin(c.radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2),
  ].map(v => bind(v) + '::float8[]')
  const ids = bind(plan.what.categoryIds)
  const scan = `
   SELECT ${distinct ? 'DISTINCT' : ''} c.* FROM unnest(${arr.join(', ')}) a (south, north, west, east, lat, lon, cos_lat, edge), LATERAL (
    SELECT c.place_id AS id, c.relevance, c.rating, c.name_order, c.phone, c.flags FROM place_category c
    WHERE c.category_id = ANY(${ids}::int[]) AND (c.earlier IS NULL OR NOT c.earlier && ${ids}::int[])
    AND c.lat BETWEEN a.south AND a.north AND c.lon BETWEEN a.west AND a.east
    AND (1 - cos(radians(c.lat - a.lat))) + a.cos_lat * cos(radians(c.lat)) * (1 - cos(radians(c.lon - a.lon))) <= a.edge
    AND c.flags & 8 = 0 OFFSET 0) c`
  const limit = bind(20)
  const rest = st.text.slice(to).replace(/\$\d+/g, limit)
  return { text: st.text.slice(0, from) + 'everything AS MATERIALIZED (' + scan + rest, values }
}
const best = new Map<string, number[]>()
let n = 0
async function time(name: string, s: { text: string; values: unknown[] }, i: number) {
  const ts: number[] = best.get(name) ?? []
  best.set(name, ts)
  const pname = name + s.values.length
  let b = Infinity,
    rows: any
  for (let r = 0; r < 5; r++) {
    const t = performance.now()
    rows = (await client.query({ name: pname, text: s.text, values: s.values as any })).rows
    b = Math.min(b, performance.now() - t)
  }
  ts.push(b)
  return rows
}
let tot = 0,
  tot1 = 0
for (let i = 0; i < 60; i++) {
  const one = searchStatement(many(i * 500, 1), { after: null, limit: 20 })
  const a = await time('one', one, i)
  const old = await time('old' + N, searchStatement(many(i * 500, N), { after: null, limit: 20 }), i)
  const lat = await time('lat' + N, lateral(many(i * 500, N), true), i)
  await time('nodis' + N, lateral(many(i * 500, N), false), i)
  if (JSON.stringify(old) !== JSON.stringify(lat))
    console.log('differs', i, old.length, lat.length, old[0]?.total, lat[0]?.total)
  tot += Number(lat[0].total)
  tot1 += Number(a[0].total)
}
for (const [k, v] of best) {
  v.sort((a, b) => a - b)
  console.log(k, 'p50', v[30]!.toFixed(3), 'p95', v[57]!.toFixed(3))
}
console.log('matches per', tot / 60, 'one', tot1 / 60)
const l = lateral(many(0, N), true)
await client.query(`PREPARE x AS ${l.text}`).catch(e => console.log(e.message))
const lit = (v: any): string => (Array.isArray(v) ? `'{${v.join(',')}}'` : String(v))
const ex = await client.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) EXECUTE x(${l.values.map(lit).join(',')})`)
writeFileSync('/tmp/w/co/explain.txt', ex.rows.map(r => r['QUERY PLAN']).join('\n'))
await client.end()
