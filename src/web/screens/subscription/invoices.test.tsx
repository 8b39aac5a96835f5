import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeInvoice } from '../../testing/billing.fixture.ts'
import { ok } from '../../testing/stub-api.ts'
import { show } from './subscription.fixture.tsx'

test('an invoice shows its tax; a lead package has a receipt and does not read Paid once it was refunded', async () => {
  const bought = { kind: 'lead_package', number: null, pdfUrl: null, description: '300 extra leads' } as const
  const amounts = { totalCents: 1080, taxCents: 80 }
  show({
    'GET /api/invoices': ok([
      makeInvoice({ totalCents: 5292, taxCents: 392 }),
      makeInvoice({ ...bought, ...amounts, id: 'cs_1', status: 'partly_refunded', refundedCents: 540 }),
      makeInvoice({ ...bought, ...amounts, id: 'cs_2', status: 'refunded', refundedCents: 1080 }),
      makeInvoice({ ...bought, ...amounts, id: 'cs_3', status: 'disputed' }),
    ]),
  })
  const table = within(await screen.findByRole('region', { name: 'List of invoices' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map(row => /(Paid|Partly|Refunded|Disputed).*/.exec(row.textContent)?.[0])).toEqual([
    'Paid$52.92incl. $3.92 taxViewPDF',
    'Partly refunded$10.80incl. $0.80 tax$5.40 refundedReceipt',
    'Refunded$10.80incl. $0.80 tax$10.80 refundedReceipt',
    'Disputed$10.80incl. $0.80 taxReceipt',
  ])
  expect(table.getAllByRole('link', { name: 'Receipt for 300 extra leads, Nov 15, 2026' })).toHaveLength(3)
})

test('an invoice says what became of it', async () => {
  const statuses = ['open', 'paid', 'void', 'uncollectible', 'refunded', 'partly_refunded', 'disputed'] as const
  show({ 'GET /api/invoices': ok(statuses.map((status, index) => makeInvoice({ id: `in_${index}`, status }))) })
  const table = within(await screen.findByRole('region', { name: 'List of invoices' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map(row => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Open',
    'Paid',
    'Void',
    'Not collected',
    'Refunded',
    'Partly refunded',
    'Disputed',
  ])
})
