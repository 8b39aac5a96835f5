import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const project = path.resolve(import.meta.dirname, '../..')

export type CommandResult = { exitCode: number | null; output: string; complaints: string }
export type CommandOptions = {
  settings: Record<string, string>
  /** The operator's working directory. */
  cwd?: string
  /** The root of another copy of the product. */
  root?: string | undefined
}
export type CommandProcess = { result: Promise<CommandResult>; kill: () => void }

/** Starts a CLI command in its own process; `kill` sends SIGKILL. */
export function startCommandProcess(argv: string[], { settings, cwd, root = project }: CommandOptions): CommandProcess {
  const child = spawn(process.execPath, [path.join(root, 'src/server/entry/command-line.ts'), ...argv], {
    env: { ...process.env, ...settings, ...(cwd === undefined ? {} : { INIT_CWD: cwd }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = async () => {
    const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { exitCode: child.exitCode, output, complaints }
  }
  return { result: end(), kill: () => void child.kill('SIGKILL') }
}

/** Runs a CLI command to its end, as an operator does. */
export const runCommandProcess = (argv: string[], options: CommandOptions): Promise<CommandResult> =>
  startCommandProcess(argv, options).result
