import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')

export type CommandResult = { exitCode: number | null; output: string; complaints: string }
export type CommandOptions = {
  settings: Record<string, string>
  /** The operator's working directory. */
  cwd?: string
  /** The root of another copy of the product. */
  root?: string | undefined
}
export type CommandProcess = {
  result: Promise<CommandResult>
  /** What the command has printed so far. */
  output: () => string
  kill: () => void
}

/** Starts a CLI command in its own process; `kill` sends SIGKILL. */
export function startCommandProcess(argv: string[], { settings, cwd, root = project }: CommandOptions): CommandProcess {
  const child = spawn(process.execPath, [path.join(root, 'src/server/entry/command-line.ts'), ...argv], {
    env: { ...process.env, ...settings, ...(cwd === undefined ? {} : { INIT_CWD: cwd }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const result = once(child, 'close').then(() => ({ exitCode: child.exitCode, output, complaints }))
  return { result, output: () => output, kill: () => void child.kill('SIGKILL') }
}

/** Runs a CLI command to its end, as an operator does. */
export const runCommandProcess = (argv: string[], options: CommandOptions): Promise<CommandResult> =>
  startCommandProcess(argv, options).result
