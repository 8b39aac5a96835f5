import { connectionError } from './check-postgres.ts'
import { UnusableDatabaseError, folderError, statementError } from './unusable-database.ts'

/** Turns an error caused by the database into one sentence. Returns any other error unchanged. */
export function explainError(error: unknown, settings: { databaseUrl: string | undefined; dataDir: string }): unknown {
  if (error instanceof UnusableDatabaseError) return error
  const { databaseUrl, dataDir } = settings
  const unusable =
    databaseUrl === undefined ? statementError(error, `${dataDir}/database`) : connectionError(error, databaseUrl)
  return unusable ?? folderError(error, dataDir) ?? error
}
