import path from 'node:path'
import { backUp, restore } from '#server/entry/backup/backup.usecases.ts'
import { number } from '#server/platform/basics/shown-numbers.ts'
import type { Command, CommandCall } from './command.ts'

const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'Bring the database schema up to date; the server also does this when it starts',
  run: async ({ migrated, print }) => {
    for (const name of migrated) print(`Ran ${name}.`)
    print('The schema is up to date.')
  },
}

const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Write a snapshot of the whole database to a new file',
  words: { min: 1, max: 1 },
  run: async call => {
    const file = fileOf(call)
    const { rows, tables } = await backUp(call.deps, file, { onTable: tellTable(call, 'Copied') })
    call.print(`${number.format(rows)} rows of ${tables} tables are in ${file}.`)
    call.print('It contains personal data, password hashes, and keys: protect it like the database.')
  },
}

const restoreBackup: Command = {
  name: 'restore',
  usage: '<file> [--replace]',
  summary: 'Restore a backup into an empty database; it restores everything or nothing',
  words: { min: 1, max: 1 },
  options: { replace: { help: 'Replace everything in the database with the backup' } },
  run: async call => {
    const summary = await restore(call.deps, fileOf(call), {
      replaces: call.isSet('replace'),
      onTable: tellTable(call, 'Restored'),
    })
    call.print(
      `Restored the database as of ${summary.madeAt}: ${number.format(summary.rows)} rows of ${summary.tables} tables.`,
    )
    call.print('Restart every server that uses this database: running servers still cache keys and places from before.')
  },
}

export const databaseCommands = [migrateDatabase, backup, restoreBackup]

const fileOf = ({ cwd, words: [file = ''] }: CommandCall): string => path.resolve(cwd, file)

const tellTable =
  ({ progress }: CommandCall, done: string) =>
  (table: string): void =>
    progress({ label: `${done} ${table}`, done: 0, total: null })
