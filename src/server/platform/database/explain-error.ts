import { DatabaseTrouble, folderTrouble, statementTrouble } from './database-trouble.ts'
import { connectionTrouble } from './postgres-trouble.ts'

/** Turns an error caused by the database into one sentence. Returns any other error unchanged. */
export function explainError(error: unknown, settings: { databaseUrl: string | undefined; dataDir: string }): unknown {
  if (error instanceof DatabaseTrouble) return error
  const { databaseUrl, dataDir } = settings
  const trouble =
    databaseUrl === undefined ? statementTrouble(error, `${dataDir}/database`) : connectionTrouble(error, databaseUrl)
  return trouble ?? folderTrouble(error, dataDir) ?? error
}
