import path from 'node:path'
import { backUp, restore } from '#server/entry/backup/backup.usecases.ts'
import type { Command, CommandCall } from './command.ts'

const migrateDatabase: Command = {
  name: 'migrate',
  usage: '',
  summary: "Brings the database's schema up to date; the server does so itself when it starts",
  words: { min: 0, max: 0 },
  run: async ({ migrated, print }) => {
    for (const name of migrated) print(`Ran ${name}.`)
    print('The schema is up to date.')
  },
}

const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Writes all that the database holds at this moment to a file that is not there yet',
  words: { min: 1, max: 1 },
  run: async call => {
    const file = fileOf(call)
    const { rows, tables } = await backUp(call.deps, file, { onTable: tellTable(call, 'Copied') })
    call.print(`${number.format(rows)} rows of ${tables} tables are in ${file}.`)
    call.print('It holds personal data, password hashes and keys: keep it as you keep the database.')
  },
}

const restoreBackup: Command = {
  name: 'restore',
  usage: '<file> [--replace]',
  summary: 'Fills an empty database from a backup; all of it, or nothing',
  words: { min: 1, max: 1 },
  options: { replace: { help: 'Everything in the database gives way to the backup' } },
  run: async call => {
    const summary = await restore(call.deps, fileOf(call), {
      replaces: call.isSet('replace'),
      onTable: tellTable(call, 'Restored'),
    })
    call.print(
      `The database is as it was on ${summary.madeAt}: ${number.format(summary.rows)} rows of ${summary.tables} tables.`,
    )
    call.print('Start every server on this database again: a running one still holds keys and places of the old one.')
  },
}

export const databaseCommands = [migrateDatabase, backup, restoreBackup]

const number = new Intl.NumberFormat('en-US')

const fileOf = ({ cwd, words: [file = ''] }: CommandCall): string => path.resolve(cwd, file)

const tellTable =
  ({ progress }: CommandCall, done: string) =>
  (table: string): void =>
    progress({ label: `${done} ${table}`, done: 0, total: null })
