import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeForm } from '../api/form-body.ts'
import type { Changes } from '../changes.ts'
import { finishChallenge, payCheckout } from '../objects/settle.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import { assetRoutes } from './assets.ts'
import { cardFrame, challengePage, intentOfChallenge } from './card-pages.ts'
import { checkoutPage } from './checkout-page.ts'
import { invoicePage, invoicePdf, portalPage, receiptPage } from './documents.ts'
import { html } from './html.ts'
import { type Page, sendPage } from './page.ts'

export type PagesInput = {
  changes: Changes
  publishableKey: string
  productUrl: () => string | undefined
  now: () => Date
}
type ById = { Params: { id: string } }

/** The pages that the customer's browser shows: card form, 3-D Secure, checkout, invoices, receipts, and portal. */
export function pageRoutes(app: FastifyInstance, { changes, publishableKey, productUrl, now }: PagesInput): void {
  const data = () => ({ key: publishableKey, year: String(now().getUTCFullYear()) })
  const framedBy = () => {
    const product = productUrl()
    const local = ["'self'", 'http://127.0.0.1:*', 'http://localhost:*']
    return product === undefined ? local : [...local, new URL(product).origin]
  }
  const page = (url: string, read: (store: Store, id: string) => Promise<Page>) =>
    app.get<ById>(url, async (request, reply) => {
      const { data: own, ...shown } = await changes.run(store => read(store, request.params.id))
      return sendPage(reply, { ...shown, data: { ...data(), ...own } })
    })

  assetRoutes(app)
  page('/checkout/:id', checkoutPage)
  page('/invoice/:id', async (store, id) => invoicePage(await store.get('invoice', id)))
  page('/receipt/:id', receiptPage)
  page('/portal/:id', portalPage)

  // The controller makes calls for pages without a card form.
  for (const [name, content] of Object.entries({ card: cardFrame, controller: html`` }))
    app.get(`/frames/${name}`, (request, reply) => {
      const theme = query(request).theme === 'dark' ? 'dark' : 'light'
      const scripts = ['/assets/card-frame.ts']
      return sendPage(reply, { title: name, content, layout: 'frame', scripts, data: data(), theme }, framedBy())
    })

  app.get('/challenge', async (request, reply) => {
    const { client_secret: secret = '' } = query(request)
    return sendPage(reply, await changes.run(store => challengePage(store, secret)), framedBy())
  })
  app.post('/challenge', async (request, reply) => {
    const { client_secret: secret = '', outcome } = formOf(request)
    if (outcome !== 'pass' && outcome !== 'fail') throw invalidRequest('The outcome of a challenge is pass or fail.')
    await changes.run(async store =>
      finishChallenge(store, (await intentOfChallenge(store, secret)).id, outcome === 'pass'),
    )
    return reply.status(204).send()
  })

  app.get<ById>('/invoice/:id/pdf', async (request, reply) => {
    const invoice = await changes.run(store => store.get('invoice', request.params.id))
    return reply
      .header('content-disposition', `attachment; filename="sandbox-invoice-${invoice.number ?? 'draft'}.pdf"`)
      .type('application/pdf')
      .send(invoicePdf(invoice))
  })

  app.post<ById>('/checkout/:id/pay', async (request, reply) => {
    const { payment_method: method } = formOf(request)
    if (method === undefined) throw invalidRequest('Missing required param: payment_method.')
    const { status, body } = await changes.answer(store => payCheckout(store, request.params.id, method))
    return reply.status(status).send(body)
  })
}

const query = (request: FastifyRequest): Record<string, string | undefined> => request.query as Record<string, string>

/** The fields of a form without lists or objects. */
export const formOf = ({ body }: FastifyRequest): Record<string, string | undefined> =>
  decodeForm(typeof body === 'string' ? body : '') as Record<string, string>
