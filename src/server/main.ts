import { mkdir } from 'node:fs/promises'
import pino from 'pino'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { buildDeps, closeDeps } from './deps.ts'

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
  const log = pino({ level: config.LOG_LEVEL })
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const deps = await buildDeps(config, log)
  const app = await createApp(deps)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  console.log(`Leadline is at ${address}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), GRACE_MS).unref()
      void app
        .close()
        .then(() => closeDeps(deps))
        .then(() => process.exit(0))
    })
}
