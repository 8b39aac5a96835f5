import { ImportError } from '#place-files/index.ts'
import { BackupError } from '#server/entry/backup/backup-file.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { explainError } from '#server/platform/database/explain-error.ts'
import { UnusableDatabaseError } from '#server/platform/database/unusable-database.ts'
import { allCommands } from './all-commands.ts'
import { exitCodes, parseCommand, UsageError, usageOf, type Voice } from './command.ts'

export type CommandRun = {
  argv: readonly string[]
  cwd: string
  deps: Deps
  migrated: readonly string[]
  voice: Voice & { complain: (line: string) => void }
}

/** Runs a command and returns its exit code. Errors are reported with `complain`, never thrown. */
export async function runCommand({ argv, cwd, deps, migrated, voice }: CommandRun): Promise<number> {
  try {
    const { command, words, options, isSet } = parseCommand(allCommands, argv)
    const print = (line: string) => voice.print(readable(line))
    await command.run({ deps, migrated, words, options, isSet, cwd, print, progress: voice.progress })
    return exitCodes.done
  } catch (thrown) {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = deps.config
    const error = isExpected(thrown) ? thrown : explainError(thrown, { databaseUrl, dataDir })
    for (const line of errorLinesOf(error)) voice.complain(readable(line))
    if (!isExpected(error)) deps.log.error({ err: error, command: argv.slice(0, 2).join(' ') }, 'command failed')
    return error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
  }
}

/** Names in files, and what strangers typed, must not steer a terminal. */
const readable = (line: string): string => line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

export function errorLinesOf(error: unknown): string[] {
  if (error instanceof UsageError)
    return [error.message, error.command === undefined ? 'See --help.' : `Usage: ${usageOf(error.command)}`]
  return [error instanceof Error ? error.message : String(error)]
}

const expected = [UsageError, Refusal, ImportError, BackupError, UnusableDatabaseError]
const isExpected = (error: unknown): boolean => expected.some(kind => error instanceof kind)
