import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { EmbeddedStatements } from './embedded-statements.ts'

export type WorkerRequest =
  | { id: number; kind: 'query' | 'prepared'; text: string; values: readonly unknown[] }
  | { id: number; kind: 'copy'; text: string; chunk: string }
  | { id: number; kind: 'script'; text: string }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' }
export type WorkerFault = {
  message: string
  code?: string
  constraint?: string
  detail?: string
  /** Set if PostgreSQL crashed: the end of its log. */
  log?: string
}
export type WorkerReply = { id: number; rows?: unknown[]; dump?: Blob; fault?: WorkerFault }
export type WorkerOptions = { dataDir?: string | undefined; snapshot?: Blob | undefined }

const DATE = 1082
const LOG_CHARACTERS = 4000
const { dataDir, snapshot } = workerData as WorkerOptions
let log = ''
let database: PGlite
let statements: EmbeddedStatements
try {
  database = await PGlite.create({
    startParams: [
      ...PGlite.defaultStartParams,
      '-c',
      `shared_buffers=${cacheMegabytes(dataDir)}MB`,
      // Everyone waits while the index of names is brought up to date, so this happens in many short steps.
      '-c',
      'gin_pending_list_limit=256kB',
    ],
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    onStderr: line => {
      log = `${log}${line}\n`.slice(-LOG_CHARACTERS)
      return true
    },
  })
  statements = new EmbeddedStatements(database, { ...database.parsers, [DATE]: text => text })
  // Without it, the code of PostgreSQL stays in memory twice.
  void globalThis.gc?.({ type: 'major', execution: 'async' })
  reply({ id: 0 })
} catch (error) {
  reply({ id: 0, fault: { ...faultOf(error), log } })
}

/** PostgreSQL takes all of its cache when it starts, so a small database gets a small one. */
function cacheMegabytes(folder: string | undefined): number {
  const tables = path.join(folder ?? '', 'base')
  const files = folder === undefined || !existsSync(tables) ? [] : readdirSync(tables, { recursive: true })
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(tables, String(file))).size, 0)
  return Math.min(128, Math.max(32, Math.ceil(bytes / 2 ** 20)))
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id, kind } = request
  if (kind === 'query' && request.text === 'ROLLBACK') {
    await statements.rollBack()
    return { id }
  }
  if (kind === 'query' || kind === 'prepared') {
    await statements.keepOnePlan(kind === 'prepared')
    return { id, rows: await statements.run(request.text, request.values) }
  }
  if (kind === 'script') return { id, rows: await statements.runScript(request.text) }
  if (kind === 'dump') return { id, dump: await database.dumpDataDir('none') }
  if (kind === 'copy') await database.query(request.text, [], { blob: new Blob([request.chunk]) })
  else await database.close()
  return { id }
}

function hasCrashed(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return true
  return 'severity' in error && ['PANIC', 'FATAL'].includes(String(error.severity))
}

function faultOf(error: unknown): WorkerFault {
  const { message = String(error), code, constraint, detail } = error as Partial<WorkerFault>
  return {
    message,
    // The engine itself crashed, rather than one statement failing.
    ...(hasCrashed(error) ? { log } : {}),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(detail === undefined ? {} : { detail }),
  }
}

// Runs one statement at a time, in the order of the requests.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: WorkerRequest) => {
  const answered = last.then(() => answer(request))
  last = answered.then(reply, (error: unknown) => reply({ id: request.id, fault: faultOf(error) }))
})

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message, [])
}
