import type { Deps } from '#server/money/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type CardRow, findCards, findInvoices, type InvoiceRow, readBillingStamp } from './billing-state.repository.ts'
import { findSubscription, type SubscriptionRow } from './sync.repository.ts'

export type { CardRow, InvoiceRow } from './billing-state.repository.ts'
export type { SubscriptionRow } from './sync.repository.ts'

const MAX_INVOICES = 100

/** The subscription as of the last sync, without a call to the provider. */
export const readSubscriptionRow = ({ db }: { db: Queryable }, userId: number): Promise<SubscriptionRow | undefined> =>
  findSubscription(db, userId)

/** A text that identifies the state after the last sync. Cache keys include it. */
export const readStamp = ({ db }: Pick<Deps, 'db'>, userId: number): Promise<string> => readBillingStamp(db, userId)

export const readCards = ({ db }: Pick<Deps, 'db'>, userId: number): Promise<CardRow[]> => findCards(db, userId)

export const readInvoices = ({ db }: Pick<Deps, 'db'>, userId: number): Promise<InvoiceRow[]> =>
  findInvoices(db, userId, MAX_INVOICES)
