import { execSync, spawn } from 'node:child_process'
import { loadGazetteer } from '#server/catalog/gazetteer/gazetteer-file.ts'
import { catalogProvider } from '#server/catalog/search/catalog-search.repository.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { askedSearches, askSearch, withResults } from './support/ask-search.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import { loadBigCatalog } from './support/load-catalog.ts'
import { addRichUser } from './support/rich-user.ts'
const gazetteer = await loadGazetteer()
const cluster = await startPostgresCluster({ shared_buffers: '1GB' })
const bulk = await openDatabase({ databaseUrl: cluster.urlOf('postgres'), purpose: 'maintenance' })
await migrate(bulk)
await loadBigCatalog(bulk, makeBigCatalog(gazetteer, 60000))
const questions = await withResults(catalogProvider(bulk), askedSearches(gazetteer, 300))
const u = await addRichUser(bulk, 'pro', 'one')
const server = await startServerProcess({ DATABASE_URL: cluster.urlOf('postgres') })
const ask = askSearch(server.address, `${u.cookieName}=${u.cookieValue}`)
for (const q of questions.slice(0, 50)) await ask(q)
const pid = execSync(`pgrep -P ${process.pid} -f entry/main.ts`).toString().trim().split('\n')[0]
const st = spawn('strace', ['-f', '-p', pid!, '-o', '/tmp/w/co/strace.txt', '-e', 'trace=writev,write,sendmsg,read', '-s', '60', '-T'], { stdio: 'ignore' })
await new Promise(r => setTimeout(r, 1500))
for (const q of questions.slice(100, 110)) await ask(q)
st.kill('SIGINT')
await new Promise(r => setTimeout(r, 500))
await server.stop(); await bulk.close(); await cluster.stop()
