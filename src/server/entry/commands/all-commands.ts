import { accountCommands } from './account.commands.ts'
import type { Command } from './command.ts'
import { databaseCommands } from './database.commands.ts'
import { paymentCommands } from './payment.commands.ts'
import { placesCommands } from './places.commands.ts'
import { suppressionCommands } from './suppression.commands.ts'

/** Every command of the command line, in the order of its help. */
export const allCommands: readonly Command[] = [
  ...accountCommands,
  ...paymentCommands,
  ...placesCommands,
  ...suppressionCommands,
  ...databaseCommands,
]
