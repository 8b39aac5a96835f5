import type { Db } from '#server/platform/database/db.ts'
import type { MailDeps } from './mail/mail.usecases.ts'

/** The platform's services, built once at startup and passed down. Each layer adds its own in a `deps.ts`. */
export type Deps = MailDeps & { db: Db }
