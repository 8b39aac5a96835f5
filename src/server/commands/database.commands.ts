import type { Command } from './command.ts'

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

export const databaseCommands = [migrateDatabase]
