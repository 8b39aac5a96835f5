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
export type CheckoutFacts = {
  sessionId: string
  status: PurchaseStatus
  paidCents: number
  /** Included in the amount paid. */
  taxCents: number
  refundedCents: number
  /** True if the customer disputes the charge. Nothing of it counts as paid then. */
  isDisputed: boolean
  receiptUrl: string | null
}
export type PurchaseStep = { status: PurchaseStatus; leadsToCredit: number; leadsToTakeBack: number }

/** What the new state of a checkout changes. A payment credits leads once; a refund takes back its share once. */
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
