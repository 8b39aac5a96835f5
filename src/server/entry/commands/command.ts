import { parseArgs } from 'node:util'
import type { Deps } from '#server/features/deps.ts'

export type Progress = { label: string; done: number; total: number | null }
/** The output of a command: a terminal, or the socket to one. */
export type Voice = { print: (line: string) => void; progress: (progress: Progress) => void }

export type CommandOption = {
  /** The placeholder for the value in the help; unset for a switch. */
  value?: string
  help: string
}
export type CommandCall = {
  deps: Deps
  /** Names of the migrations that were run when the database was opened. */
  migrated: readonly string[]
  words: readonly string[]
  options: Readonly<Record<string, string | undefined>>
  isSet: (option: string) => boolean
  /** The caller's folder, for relative file names. */
  cwd: string
} & Voice
export type Command = {
  /** e.g. "plan grant" */
  name: string
  /** What follows the name, e.g. "<username> <tier>". */
  usage?: string
  summary: string
  /** The number of words after the name; default: none. */
  words?: { min: number; max: number }
  options?: Readonly<Record<string, CommandOption>>
  /** Uses the payment provider; without keys, the sandbox is started. */
  usesPayments?: boolean
  run: (call: CommandCall) => Promise<void>
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const

export class UsageError extends Error {
  readonly command: Command | undefined

  constructor(message: string, command?: Command) {
    super(message)
    this.command = command
  }
}

export type ParsedCommand = Pick<CommandCall, 'words' | 'options' | 'isSet'> & { command: Command; wantsHelp: boolean }

export function parseCommand(commands: readonly Command[], argv: readonly string[]): ParsedCommand {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word))
  if (command === undefined) throw new UsageError(unknownCommand(commands, argv))
  const { values, positionals: words } = readArguments(command, argv.slice(command.name.split(' ').length))
  const wantsHelp = values.help === true
  const { min, max } = command.words ?? { min: 0, max: 0 }
  if (!wantsHelp && (words.length < min || words.length > max))
    throw new UsageError(
      words.length < min ? 'An argument is missing.' : `Unexpected arguments: "${words.slice(max).join(' ')}".`,
      command,
    )
  const options = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  return { command, wantsHelp, words, options, isSet: option => values[option] !== undefined }
}

type Arguments = { values: Record<string, string | boolean | undefined>; positionals: string[] }

function readArguments(command: Command, args: string[]): Arguments {
  const options = Object.entries(command.options ?? {}).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, command)
  }
}

function unknownCommand(commands: readonly Command[], argv: readonly string[]): string {
  if (argv.length === 0) return 'No command was given.'
  const similar = commands.filter(({ name }) => name.startsWith(`${argv[0]} `)).map(({ name }) => name)
  return `There is no command "${argv.slice(0, 2).join(' ')}".${similar.length > 0 ? ` There is ${similar.join(', ')}.` : ''}`
}

const commandLine = 'npm run leadline --'

export const usageOf = ({ name, usage = '' }: Command): string => `${commandLine} ${name} ${usage}`.trimEnd()

export function helpOf(command: Command): string[] {
  const options = Object.entries({ ...command.options, help: { help: 'Shows this' } }) as [string, CommandOption][]
  const flags = options.map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  return [command.summary, '', `Usage: ${usageOf(command)}`, '', 'Options:', ...inColumns(flags)]
}

export const helpOfAll = (commands: readonly Command[]): string[] => [
  `Usage: ${commandLine} <command>`,
  '',
  'Commands:',
  ...inColumns(commands.map(({ name, summary }) => [name, summary])),
  '',
  'Every command has --help, which shows its arguments. All of them also work while the server is running.',
]

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
