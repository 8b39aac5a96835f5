import type { Db } from '#server/platform/database/db.ts'
import type { MailDeps } from './mail/mail.usecases.ts'

/**
 * What the platform gives to the code above it. Built once at the start and handed down, never imported. Each layer adds
 * its own part in a `deps.ts`.
 */
export type Deps = MailDeps & { db: Db }
