import type { Objects } from '../wire.ts'
import { dayText, dollars, type Html, html } from './html.ts'

type Invoice = Objects['invoice']

export const invoicePage = (invoice: Invoice): Html =>
  html`<main class="invoice">
    <section class="sheet" aria-labelledby="invoice-title">
      <p class="tag">Sandbox invoice: not a tax document, nothing was paid</p>
      <h1 id="invoice-title">Invoice ${invoice.number ?? '(draft)'}</h1>
      <dl class="facts">
        <div>
          <dt>From</dt>
          <dd>${invoice.account_name ?? ''}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>${invoice.customer_name ?? invoice.customer_email ?? invoice.customer}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>${dayText(invoice.created)}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd><span class="badge ${invoice.status}">${invoice.status}</span></dd>
        </div>
      </dl>
      <ul class="lines">
        ${invoice.lines.data.map(
          line =>
            html`<li>
              <span
                >${line.description}<br /><span class="hint"
                  >${dayText(line.period.start)} to ${dayText(line.period.end)}</span
                ></span
              ><span class="digits">${dollars(line.amount, line.currency)}</span>
            </li>`,
        )}
        <li><strong>Total</strong><strong class="digits">${dollars(invoice.total, invoice.currency)}</strong></li>
        <li><span>Paid</span><span class="digits">${dollars(invoice.amount_paid, invoice.currency)}</span></li>
      </ul>
      ${invoice.invoice_pdf ? html`<p><a class="button" href="${invoice.invoice_pdf}">Download PDF</a></p>` : ''}
    </section>
  </main>`
