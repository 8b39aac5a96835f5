import type { Objects } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'

export const receiptPage = ({
  productName,
  charge,
  lines,
  taxCents,
}: {
  productName: string
  charge: Objects['charge']
  lines: { description: string | null; amount: number }[]
  taxCents: number
}): Html =>
  html`<main class="invoice">
    <section class="sheet" aria-labelledby="receipt-title">
      <p class="tag">Sandbox receipt: not a tax document, nothing was paid</p>
      <h1 id="receipt-title">Receipt from ${productName}</h1>
      <dl class="facts">
        <div>
          <dt>Date</dt>
          <dd>${dayText(charge.created)}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>ending in ${charge.payment_method_details?.card?.last4 ?? 'unknown'}</dd>
        </div>
      </dl>
      <ul class="lines">
        ${lines.map(line => html`<li><span>${line.description ?? ''}</span><span class="digits">${dollars(line.amount, charge.currency)}</span></li>`)}
        ${taxCents === 0 ? '' : html`<li><span>Tax</span><span class="digits">${dollars(taxCents, charge.currency)}</span></li>`}
        <li><strong>Paid</strong><strong class="digits">${dollars(charge.amount, charge.currency)}</strong></li>
        ${charge.amount_refunded === 0 ? '' : html`<li><span>Refunded</span><span class="digits">−${dollars(charge.amount_refunded, charge.currency)}</span></li>`}
      </ul>
    </section>
  </main>`
