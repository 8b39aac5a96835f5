import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres-cluster.ts'
import { cpuMsOf, memoryOf, peakMemoryOf } from './process-usage.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** For what hangs; a slow machine must not reach it. */
const READY_WITHIN_MS = 300_000

export type ServerProcess = {
  /** e.g. http://127.0.0.1:40123 */
  address: string
  /** CPU milliseconds used so far (Linux). */
  cpuMs: () => number
  /** Current memory (Linux). */
  memoryBytes: () => number
  /** Peak memory so far (Linux). */
  peakMemoryBytes: () => number
  /** Everything that the process has printed so far. */
  output: () => string
  /** Sends the signal, waits for the end, and returns the exit code; null if the signal killed the process. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a real server, and waits until it is ready. Its port is free unless set. `root`: another copy of the product. */
export async function startServerProcess(
  settings: Record<string, string>,
  { root = project }: { root?: string | undefined } = {},
): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [path.join(root, 'src/server/entry/main.ts')], {
    // The sandbox's default, the next port, may belong to another server of the tests.
    env: {
      ...process.env,
      DEMO_CATALOG: 'off',
      STARTER_DATA: 'off',
      PLACES_AUTO_LOAD: 'off',
      LOG_LEVEL: 'warn',
      SANDBOX_PORT: '0',
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A failed test or benchmark leaves no server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  const keep = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded()) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    return child.exitCode
  }
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(address))) {
    if (hasEnded()) throw new Error(`The server ended with code ${child.exitCode}:\n${output}`)
    if (Date.now() > deadline) {
      await stop('SIGKILL')
      throw new Error(`The server was not ready in time:\n${output}`)
    }
    await pause(50)
  }
  const cpuMs = () => cpuMsOf(child.pid ?? 0)
  const memoryBytes = () => memoryOf(child.pid ?? 0)
  const peakMemoryBytes = () => peakMemoryOf(child.pid ?? 0)
  return { address, cpuMs, memoryBytes, peakMemoryBytes, output: () => output, stop }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/api/ready`).then(
    response => response.ok,
    () => false,
  )
