import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { apiRoutes } from './api/api-routes.ts'
import { createChanges } from './changes.ts'
import { createControls } from './controls.ts'
import { createDeliveries } from './deliveries.ts'
import type { Database, MovableClock } from './host.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { panelRoutes } from './pages/panel.ts'
import { createSandboxServer } from './sandbox-server.ts'
import { countDown } from './sandbox.repository.ts'
import { type Fault, loadSettings } from './settings.ts'
import { createTimeMachine } from './time-machine.ts'

const HOST = '127.0.0.1'
const TICK_MS = 1000

export type SandboxOptions = {
  /** Must have the schema `sandbox`. */
  db: Database
  log: FastifyBaseLogger
  /** The product reads the same clock. */
  clock: MovableClock
  /** The sandbox's keys are derived from this, so all processes on one database have the same keys. */
  secret: Uint8Array
  /** The product's name, for the pages a customer sees. */
  productName: string
  /** The preferred port. If it is unset or taken, any free port is used. */
  port?: number | undefined
  /** Milliseconds between checks for due renewals and for changes by other processes. The default is one second. */
  tickMs?: number | undefined
  /** The product's URL for webhooks; undefined until the product listens. */
  webhookUrl: () => string | undefined
  /** The address of the product's pages; undefined until the product listens. */
  productUrl: () => string | undefined
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Simulates Stripe on this machine: its API for the `stripe` package, cards, webhooks, and a clock that can be moved. */
export async function startSandbox(options: SandboxOptions) {
  const { db, log, clock, productName, webhookUrl, productUrl, tickMs = TICK_MS } = options
  const keys = keysFrom(options.secret)
  const app = createSandboxServer()
  let apiBase = ''
  const environment = () => ({ address: apiBase, productName })
  const deliveries = createDeliveries({ db, log, clock, webhookUrl, ...keys })
  const changes = createChanges({ db, clock, environment, onWritten: deliveries.wake })
  const time = createTimeMachine({ db, changes, clock, sendAll: deliveries.sendAll })
  apiRoutes(app, { ...keys, changes, takeFault: affects => takeFault(db, affects), catchUp: time.catchUp })
  pageRoutes(app, { ...keys, changes, productUrl })
  const controls = createControls({ db, changes, time, deliveries })
  panelRoutes(app, { db, changes, controls, productUrl, now: clock.now })
  clock.setOffset((await loadSettings(db)).offsetMs)
  apiBase = `http://${HOST}:${await listen(app, options.port ?? 0)}`
  const stopping = new AbortController()
  let hasMissed = false
  const ticking = everyTick(tickMs, stopping.signal, async () => {
    try {
      clock.setOffset((await loadSettings(db)).offsetMs)
      await time.catchUp()
      // Sends the events that are late, were refused, or were left by another process.
      deliveries.wake()
      hasMissed = false
    } catch (error) {
      // Once in an outage, not each second.
      if (!hasMissed) log.error({ err: error as Error }, 'the sandbox missed a tick')
      hasMissed = true
    }
  })
  return {
    apiBase,
    scriptUrl: `${apiBase}/card-script.js`,
    panelUrl: `${apiBase}/sandbox`,
    ...keys,
    controls,
    close: async () => {
      stopping.abort()
      await ticking
      await app.close()
      await deliveries.stop()
    },
  }
}

/** Returns the fault that affects a call and reduces its count; 'none' if the call is not affected. */
async function takeFault(db: Database, affects: (fault: Fault) => boolean): Promise<Fault> {
  const { fault } = await loadSettings(db)
  return affects(fault) && (await countDown(db, 'faultCalls')) ? fault : 'none'
}

function keysFrom(secret: Uint8Array) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest('hex').slice(0, 32)
  return {
    secretKey: `sk_test_sandbox${keyFor('secret key')}`,
    publishableKey: `pk_test_sandbox${keyFor('publishable key')}`,
    webhookSecret: `whsec_${keyFor('webhook')}`,
  }
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: HOST, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await app.listen({ host: HOST, port: 0 })
  }
  return (app.server.address() as AddressInfo).port
}

/** Repeats the work, with pauses of `tickMs`, until the signal. */
async function everyTick(tickMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await pause(tickMs, undefined, { ref: false, signal }).catch(() => {})
    if (!signal.aborted) await work()
  }
}
