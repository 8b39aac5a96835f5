import type { Books } from '../books.ts'
import type { Objects } from '../wire.ts'
import { settleInvoice } from './invoices.ts'

type PaymentIntent = Objects['payment_intent']

/** How long after its payment a late invoice is paid. */
export const LATE_SECONDS = 5

/** Tells an invoice of its payment: at once, or seconds later where that is switched on. */
export async function settleByBrowser(books: Books, intent: PaymentIntent, invoiceId: string): Promise<void> {
  if (intent.status === 'succeeded' && books.settings.settlement === 'late')
    books.hidden(intent).settlesAt = books.now + LATE_SECONDS
  else await settleInvoice(books, await books.get('invoice', invoiceId), intent)
}

/** An invoice learns that it was paid. */
export async function settleLate(books: Books, intent: PaymentIntent): Promise<void> {
  const hidden = books.hidden(intent)
  if (hidden.settlesAt === undefined || hidden.invoice === undefined) return
  delete hidden.settlesAt
  await settleInvoice(books, await books.get('invoice', hidden.invoice), intent)
}
