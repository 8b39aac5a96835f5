import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { cpuMsOf } from '#tests/support/process-usage.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askedSearches, askSearch, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { addRichUser } from './support/rich-user.ts'
const gazetteer = await loadGazetteer()
const catalog = makeBigCatalog(gazetteer, Number(process.argv[2] ?? 200000))
const cluster = await startPostgresCluster({ shared_buffers: '1GB', work_mem: '64MB', shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' })
const bulk = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), purpose: 'maintenance' })
await bulk.query('CREATE EXTENSION pg_stat_statements')
await migrate(bulk)
await loadBigCatalog(bulk, catalog)
const questions = await withResults(catalogProvider(bulk), askedSearches(gazetteer, 800))
const user = async (n: string) => { const u = await addRichUser(bulk, 'pro', n); return `${u.cookieName}=${u.cookieValue}` }
const warm = await user('warm'), cookie = await user('one')
const runs: [string, boolean][] = [['new', false], ['repeated', true]]
for (const [name, rep] of runs) {
  process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=/tmp/w/co/prof-${name} --cpu-prof-interval 500`
  const server = await startServerProcess({ DATABASE_URL: cluster.urlOf('postgres') })
  process.env.NODE_OPTIONS = ''
  const w = askSearch(server.address, warm)
  for (const q of questions) await w(q)
  await bulk.query('VACUUM ANALYZE')
  await bulk.query('SELECT pg_stat_statements_reset()')
  const ask = askSearch(server.address, cookie)
  const c0 = server.cpuMs(), d0 = cpuMsOf(cluster.pid)
  for (const q of questions) await ask(q).catch(() => {})
  console.log(name, questions.length, 'node', ((server.cpuMs() - c0) / questions.length).toFixed(2), 'db', ((cpuMsOf(cluster.pid) - d0) / questions.length).toFixed(2))
  const rows = await bulk.query<any>(`SELECT calls, round((total_exec_time)::numeric,1) exec, round((total_exec_time / calls)::numeric,3) per, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 220) q FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 30`)
  for (const r of rows) console.log(String(r.calls).padStart(6), String(r.exec).padStart(9), String(r.per).padStart(8), String(r.rows).padStart(7), r.q)
  await server.stop()
  const svc = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), purpose: 'service' })
  const orig = svc.queryPrepared
  const { findOwned } = await import('#server/features/leads/owned-places.repository.ts')
  const [u] = await bulk.query<any>(`SELECT id FROM user_account WHERE username = 'one'`)
  const keys = (await bulk.query<any>(`SELECT place_key k, phone p FROM lead WHERE user_id = $1 ORDER BY random() LIMIT 20`, [u.id]))
  const values = [u.id, keys.map((k: any) => k.k), keys.map((k: any) => k.p).filter(Boolean), null]
  let text = ''
  await findOwned({ queryPrepared: async (t: string) => { text = t; return [] } } as any, { userId: 1, placeKeys: [], phones: [], searchId: null })
  const pg = (await import('pg')).default
  const c = new pg.Client({ connectionString: cluster.urlOf('postgres'), options: '-c enable_seqscan=off -c jit=off' })
  await c.connect()
  const plan = await c.query('EXPLAIN (ANALYZE, BUFFERS) ' + text, values as any)
  console.log(plan.rows.map((r: any) => r['QUERY PLAN']).join('\n'))
  await c.end()
  await svc.close()
}



await bulk.close(); await cluster.stop()
