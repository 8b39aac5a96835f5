import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const commandLine = path.resolve(import.meta.dirname, '../../src/server/command-line.ts')

export type CommandResult = { exitCode: number | null; output: string; complaints: string }

/** Runs a command of the command line in a process of its own, as an operator does from the folder `cwd`. */
export async function runCommandProcess(
  argv: string[],
  { settings, cwd }: { settings: Record<string, string>; cwd?: string },
): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandLine, ...argv], {
    env: { ...process.env, ...settings, ...(cwd === undefined ? {} : { INIT_CWD: cwd }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, output, complaints }
}
