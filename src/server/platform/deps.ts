import type { Db } from '#server/platform/database/db.ts'
import type { MailDeps } from './mail/mail.usecases.ts'

/**
 * The platform's services for the layers above. They are built once at startup and passed down, never imported. Each
 * layer adds its own in a `deps.ts`.
 */
export type Deps = MailDeps & { db: Db }
