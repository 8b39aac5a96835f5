export type PurchaseStatus = 'open' | 'processing' | 'paid' | 'failed' | 'expired'
export type PurchaseRow = {
  id: string
  userId: number
  sessionId: string | null
  leads: number
  amountCents: number
  status: PurchaseStatus
  leadsTakenBack: number
}
/** A checkout as the provider knows it. */
export type CheckoutFacts = {
  sessionId: string
  status: PurchaseStatus
  paidCents: number
  /** Part of what was paid. */
  taxCents: number
  refundedCents: number
  /** The customer asked their bank for the money back: nothing of it counts as paid. */
  isDisputed: boolean
  receiptUrl: string | null
}
export type PurchaseStep = { status: PurchaseStatus; leadsToCredit: number; leadsToTakeBack: number }

/** What the news of a checkout changes. Paid is paid once, and a refund takes back its part of the leads once. */
export function stepOf(purchase: PurchaseRow, checkout: CheckoutFacts): PurchaseStep {
  const isPaid = purchase.status === 'paid' || checkout.status === 'paid'
  if (!isPaid) return { status: checkout.status, leadsToCredit: 0, leadsToTakeBack: 0 }
  const { paidCents, refundedCents, isDisputed } = checkout
  const returnedCents = isDisputed ? paidCents : refundedCents
  const due = paidCents === 0 ? 0 : Math.floor((purchase.leads * returnedCents) / paidCents)
  return {
    status: 'paid',
    leadsToCredit: purchase.status === 'paid' ? 0 : purchase.leads,
    leadsToTakeBack: Math.max(0, Math.min(due, purchase.leads) - purchase.leadsTakenBack),
  }
}
