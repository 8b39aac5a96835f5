import { z } from 'zod'
import { finalizeInvoice, payInvoice, stopCollecting, voidInvoice } from '../objects/invoices.ts'
import { previewInvoice } from '../objects/preview.ts'
import { call } from './call.ts'
import { pageOf } from './list.ts'
import { createdRange, filled, flag, listing, text, whole } from './params.ts'

export const invoiceCalls = [
  call({
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: {
      customer: filled.optional(),
      subscription: filled.optional(),
      subscription_details: z
        .strictObject({
          items: z.array(z.strictObject({ id: filled.optional(), price: filled.optional() })).optional(),
          proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
          proration_date: whole.optional(),
          billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
        })
        .optional(),
    },
    answer: ({ books, params }) => previewInvoice(books, params),
  }),
  call({
    method: 'GET',
    path: '/v1/invoices',
    params: {
      ...listing,
      ...createdRange,
      customer: filled.optional(),
      subscription: filled.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('invoice', params.customer)).filter(
        invoice =>
          (params.status === undefined || invoice.status === params.status) &&
          (params.subscription === undefined ||
            invoice.parent?.subscription_details?.subscription === params.subscription),
      )
      return pageOf(wanted, params, '/v1/invoices')
    },
  }),
  call({ method: 'GET', path: '/v1/invoices/:id', answer: ({ books, id }) => books.get('invoice', id) }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id',
    params: { auto_advance: z.literal('false') },
    answer: async ({ books, id }) => {
      const invoice = await books.get('invoice', id)
      stopCollecting(books, invoice)
      return invoice
    },
  }),
  call({
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: listing,
    answer: async ({ books, id, params }) => {
      const { lines } = await books.get('invoice', id)
      return pageOf(lines.data.toReversed(), params, lines.url)
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: { payment_method: filled.optional(), off_session: flag.optional() },
    answer: ({ books, id, params }) => payInvoice(books, id, params),
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: { auto_advance: flag.optional() },
    answer: async ({ books, id }) => {
      const invoice = await books.get('invoice', id)
      await finalizeInvoice(books, invoice)
      return invoice
    },
  }),
  call({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    answer: async ({ books, id }) => {
      const invoice = await books.get('invoice', id)
      await voidInvoice(books, invoice)
      return invoice
    },
  }),
  call({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: {
      ...listing,
      invoice: filled.optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() }).optional(),
    },
    answer: async ({ books, params }) => {
      const wanted = (await books.list('invoice_payment')).filter(
        payment =>
          (params.invoice === undefined || payment.invoice === params.invoice) &&
          (params.status === undefined || payment.status === params.status) &&
          (params.payment === undefined || payment.payment.payment_intent === params.payment.payment_intent),
      )
      return pageOf(wanted, params, '/v1/invoice_payments')
    },
  }),
]
