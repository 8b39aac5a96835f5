import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { buildDeps, closeDeps } from '#server/entry/build-deps.ts'
import { allCommands } from '#server/entry/commands/all-commands.ts'
import { type Command, exitCodes, helpOf, helpOfAll, parseCommand } from '#server/entry/commands/command.ts'
import { ProgressView } from '#server/entry/commands/progress-view.ts'
import { type CommandRun, errorLinesOf, runCommand } from '#server/entry/commands/run-command.ts'
import { handToServer } from '#server/entry/control/control-client.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { paymentModeOf } from '#server/platform/config/payment-settings.rules.ts'
import { explainError } from '#server/platform/database/explain-error.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { acquireProcessLock } from '#server/platform/database/process-lock.ts'
import { openSandbox } from './open-sandbox.ts'

// A server that is starting or stopping has the database locked for a moment without accepting commands.
const WAIT_FOR_DATABASE_MS = 15_000
const RETRY_EVERY_MS = 200

const argv = process.argv.slice(2)
const view = new ProgressView(process.stdout)
const voice: CommandRun['voice'] = {
  print: line => tell(console.log, line),
  complain: line => tell(console.error, line),
  progress: progress => view.show(progress),
}

try {
  process.exitCode = await main()
} catch (error) {
  for (const line of errorLinesOf(error)) voice.complain(line)
  process.exitCode = exitCodes.failed
}

async function main(): Promise<number> {
  if (argv.length === 0 || ['--help', '-h', 'help'].includes(argv[0] ?? '')) return showHelp()
  const config = readConfig()
  const faulty = checkArguments()
  if (faulty !== undefined) return faulty
  try {
    return await (config.DATABASE_URL === undefined ? runOnEmbedded(config) : runHere(config))
  } catch (error) {
    throw explainError(error, { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  }
}

function showHelp(command?: Command): number {
  for (const line of command === undefined ? helpOfAll(allCommands) : helpOf(command)) voice.print(line)
  return exitCodes.done
}

/** Returns an exit code if there is nothing to run: help was shown, or the arguments are wrong. */
function checkArguments(): number | undefined {
  try {
    const { command, wantsHelp } = parseCommand(allCommands, argv)
    return wantsHelp ? showHelp(command) : undefined
  } catch (error) {
    for (const line of errorLinesOf(error)) voice.complain(line)
    return exitCodes.wrongUsage
  }
}

async function runOnEmbedded(config: Config): Promise<number> {
  const dataDir = config.DATA_DIR
  const deadline = performance.now() + WAIT_FOR_DATABASE_MS
  while (performance.now() < deadline) {
    const lock = acquireProcessLock(dataDir)
    if (lock !== null) {
      try {
        return await runHere(config)
      } finally {
        lock.release()
      }
    }
    const exitCode = await runInServer(config)
    if (exitCode !== null) return exitCode
    await pause(RETRY_EVERY_MS)
  }
  throw new Error(`Another process is using ${dataDir} and does not accept commands. Try again when it has stopped.`)
}

/** The server finishes a command that it has begun, even if the caller is interrupted. */
async function runInServer(config: Config): Promise<number | null> {
  process.once('SIGINT', leaveServer)
  try {
    return await handToServer({ argv, cwd: callerFolder(config), dataDir: config.DATA_DIR, voice })
  } finally {
    process.off('SIGINT', leaveServer)
  }
}

function leaveServer(): void {
  voice.complain('The server finishes this command, but its answer is no longer shown.')
  process.exit(exitCodes.failed)
}

async function runHere(config: Config): Promise<number> {
  const log = pino({ level: 'error' }, pino.destination(2))
  const db = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: `${config.DATA_DIR}/database`,
    purpose: 'maintenance',
  })
  let close = () => db.close()
  try {
    await db.assertWritable()
    const migrated = await migrate(db, (_fields, message) => voice.complain(message))
    const simulated = await openSandboxPayments({ config, log, db })
    const deps = await buildDeps({ config, log, db, ...simulated?.deps })
    close = async () => {
      await simulated?.close()
      await closeDeps(deps)
    }
    return await runCommand({ argv, cwd: callerFolder(config), deps, migrated, voice })
  } finally {
    await close()
  }
}

/** Without Stripe keys, the server uses the payments sandbox and its clock. So does a command that needs payments. */
async function openSandboxPayments({ config, log, db }: Pick<Deps, 'config' | 'log' | 'db'>) {
  const { command } = parseCommand(allCommands, argv)
  if (command.usesPayments !== true || paymentModeOf(config) !== 'sandbox') return null
  // Must not interfere with a running server: uses any free port, and no webhook address.
  const anyPort = { ...config, PORT: 0, SANDBOX_PORT: undefined }
  const { payments, sandbox, clock } = await openSandbox({ config: anyPort, log, db, productAddress: () => undefined })
  return { deps: { payments, clock }, close: () => sandbox.close() }
}

// npm runs scripts in the project's folder, and sets INIT_CWD to the caller's folder.
function callerFolder({ INIT_CWD }: Config): string {
  return INIT_CWD ?? process.cwd()
}

function tell(write: (line: string) => void, line: string): void {
  view.clear()
  write(line)
}
