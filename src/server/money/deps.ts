import type { Deps as AccountDeps } from '#server/accounts/deps.ts'
import type { Payments } from './provider/payments.ts'

export type Deps = AccountDeps & { payments: Payments }
