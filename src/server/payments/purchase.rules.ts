import type { PurchaseRow, PurchaseStatus } from './purchase.repository.ts'

/** A checkout as the provider knows it. */
export type CheckoutFacts = {
  sessionId: string
  status: PurchaseStatus
  paidCents: number
  /** What went back to the customer: refunds, or all of it while it is disputed. */
  returnedCents: number
  receiptUrl: string | null
}
export type PurchaseStep = { status: PurchaseStatus; leadsToCredit: number; leadsToTakeBack: number }

/** What the news of a checkout changes. Paid is paid once, and a refund takes back its part of the leads once. */
export function stepOf(purchase: PurchaseRow, checkout: CheckoutFacts): PurchaseStep {
  const isPaid = purchase.status === 'paid' || checkout.status === 'paid'
  if (!isPaid) return { status: checkout.status, leadsToCredit: 0, leadsToTakeBack: 0 }
  const due = checkout.paidCents === 0 ? 0 : Math.floor((purchase.leads * checkout.returnedCents) / checkout.paidCents)
  return {
    status: 'paid',
    leadsToCredit: purchase.status === 'paid' ? 0 : purchase.leads,
    leadsToTakeBack: Math.max(0, Math.min(due, purchase.leads) - purchase.leadsTakenBack),
  }
}
