export { type CardRow, findCards, findInvoices, type InvoiceRow, readBillingStamp } from './billing-state.repository.ts'
export { findSubscription, type SubscriptionRow } from './sync.repository.ts'
