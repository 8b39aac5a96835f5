import pino from 'pino'
import { assertCanListen, listenError } from '#server/http/listen-error.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { paymentModeOf } from '#server/platform/config/payment-settings.rules.ts'
import { startupWarnings } from '#server/platform/config/production.rules.ts'
import { explainError } from '#server/platform/database/explain-error.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { acquireProcessLock, createDataDir, type ProcessLock } from '#server/platform/database/process-lock.ts'

const GRACE_MS = 9000

try {
  await start()
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof Error ? error.message : error)
  process.exit()
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  try {
    await serve(config)
  } catch (error) {
    throw explainError(error, { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  }
}

async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL })
  for (const doubt of startupWarnings(config, process.versions.node)) log.warn(doubt)
  await assertCanListen(config)
  createDataDir(config.DATA_DIR)
  const lock = config.DATABASE_URL === undefined ? lockDataDir(config.DATA_DIR) : null
  const opening = openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: `${config.DATA_DIR}/database` })
  // The embedded database opens in its own thread. Meanwhile, load the code and the towns.
  const loading = import('./program.ts').then(async loaded => {
    await loaded.readCountry()
    return loaded
  })
  const [db, program] = await Promise.all([opening, loading])
  await db.assertWritable()
  let address: string | undefined
  const simulated =
    paymentModeOf(config) === 'sandbox'
      ? await program.openSandbox({ config, log, db, productAddress: () => address })
      : null
  const deps = await program.buildDeps({
    config,
    log,
    db,
    ...(simulated === null ? {} : { payments: simulated.payments, clock: simulated.clock }),
  })
  if (config.DEMO_CATALOG) await program.addSampleCategories(deps)
  const app = await program.createApp(deps)
  const control = lock === null ? null : await program.openControlServer(deps)
  address = await app.listen({ host: config.HOST, port: config.PORT }).catch((error: unknown) => {
    throw listenError(error, config)
  })
  console.log(`Leadline is at ${address}\nTo create an administrator: npm run leadline -- admin grant <username>`)
  if (simulated !== null)
    console.log(`Payments are simulated; no money moves. Sandbox panel: ${simulated.sandbox.panelUrl}`)
  // Loads or makes the places that new users are shown.
  const examples = config.DEMO_CATALOG || config.STARTER_DATA ? program.findExamples(deps) : Promise.resolve()
  void examples
    .catch((error: unknown) => log.warn(error, 'no examples were made'))
    // Otherwise, Node.js keeps what only the start needed until it has to make room.
    .then(() => globalThis.gc?.({ type: 'major', execution: 'async' }))
  // So that the first search does not wait for it.
  if (config.PLACES_AUTO_LOAD)
    program
      .prepareRelease(deps)
      .catch((error: unknown) => log.info(error, 'the newest release of places cannot be read now'))
  const running = program.startJobRunner(deps)
  const stop = async () => {
    // In parallel, because both share the same few seconds.
    await Promise.all([app.close(), running.then(runner => runner.stop())])
    await control?.close()
    await simulated?.sandbox.close()
    await program.closeDeps(deps)
    lock?.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => {
        log.error('shutdown took too long and was aborted')
        process.exit(1)
      }, GRACE_MS).unref()
      void stop()
    })
}

function lockDataDir(dataDir: string): ProcessLock {
  const lock = acquireProcessLock(dataDir)
  if (lock === null)
    throw new Error(`Another process is using the database in ${dataDir}: stop it, or set another DATA_DIR.`)
  return lock
}
