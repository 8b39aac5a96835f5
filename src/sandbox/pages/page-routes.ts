import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertSecret } from '../api/call.ts'
import { idOfSecret } from '../fields.ts'
import { decodeForm } from '../api/form-body.ts'
import type { Store } from '../store.ts'
import type { Changes } from '../changes.ts'
import { finishChallenge, payCheckout } from '../objects/settle.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { assetRoutes } from './assets.ts'
import { cardFrame, type Challenge, challengePage } from './card-pages.ts'
import { checkoutPage, closedCheckoutPage } from './checkout-page.ts'
import { invoicePage, invoicePdf, type Portal, portalPage, type Receipt, receiptPage } from './documents.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

export type PagesInput = {
  changes: Changes
  publishableKey: string
  productUrl: () => string | undefined
  now: () => Date
}

/** The pages that the customer's browser shows: card form, 3-D Secure, checkout, invoices, receipts, and portal. */
export function pageRoutes(app: FastifyInstance, { changes, publishableKey, productUrl, now }: PagesInput): void {
  assetRoutes(app)
  const data = () => ({ key: publishableKey, year: String(now().getUTCFullYear()) })
  const framedBy = () => {
    const product = productUrl()
    const local = ["'self'", 'http://127.0.0.1:*', 'http://localhost:*']
    return product === undefined ? local : [...local, new URL(product).origin]
  }

  // The controller makes calls for pages without a card form.
  for (const [url, title, content] of [
    ['/frames/card', 'Card details', cardFrame],
    ['/frames/controller', 'Calls', html``],
  ] as const)
    app.get(url, (request, reply) =>
      sendPage(reply, {
        title,
        content,
        script: 'card-frame',
        data: data(),
        theme: query(request).theme === 'dark' ? 'dark' : 'light',
        framedBy: framedBy(),
        layout: 'frame',
      }),
    )

  app.get('/challenge', async (request, reply) => {
    const challenge = await changes.run(store => readChallenge(store, query(request).client_secret))
    return sendPage(reply, {
      title: '3-D Secure',
      content: challengePage(challenge),
      script: 'challenge',
      framedBy: framedBy(),
      layout: 'overlay',
    })
  })
  app.post('/challenge', async (request, reply) => {
    const { client_secret: secret, outcome } = decodeForm(typeof request.body === 'string' ? request.body : '')
    if (typeof secret !== 'string' || (outcome !== 'pass' && outcome !== 'fail'))
      throw invalidRequest('The outcome of a challenge is pass or fail.')
    await changes.run(async store => {
      const { intent } = await readChallenge(store, secret)
      await finishChallenge(store, intent.id, outcome === 'pass')
    })
    return reply.status(204).send()
  })

  app.get<{ Params: { id: string } }>('/invoice/:id', async (request, reply) => {
    const invoice = await changes.run(store => store.get('invoice', request.params.id))
    return sendPage(reply, { title: `Invoice ${invoice.number ?? ''}`, content: invoicePage(invoice), layout: 'page' })
  })
  app.get<{ Params: { id: string } }>('/invoice/:id/pdf', async (request, reply) => {
    const invoice = await changes.run(store => store.get('invoice', request.params.id))
    return reply
      .header('content-disposition', `attachment; filename="sandbox-invoice-${invoice.number ?? 'draft'}.pdf"`)
      .type('application/pdf')
      .send(invoicePdf(invoice))
  })

  app.get<{ Params: { id: string } }>('/receipt/:id', async (request, reply) => {
    const receipt = await changes.run(store => readReceipt(store, request.params.id))
    return sendPage(reply, { title: 'Receipt', content: receiptPage(receipt), layout: 'page' })
  })

  app.get<{ Params: { id: string } }>('/portal/:id', async (request, reply) => {
    const view = await changes.run(store => readPortal(store, request.params.id))
    return sendPage(reply, { title: 'Billing portal', content: portalPage(view), layout: 'page' })
  })

  app.get<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const { session, lines, saved, productName } = await changes.run(async store => {
      const found = await store.get('checkout.session', request.params.id)
      return {
        productName: store.environment.productName,
        session: found,
        lines: store.hidden(found).lines,
        saved: await savedCardsOf(store, found),
      }
    })
    const success = (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
    if (session.status !== 'open') {
      const back = session.status === 'complete' ? success : (session.cancel_url ?? undefined)
      return sendPage(reply, {
        title: 'Checkout',
        content: closedCheckoutPage({ productName, session, back }),
        layout: 'page',
      })
    }
    return sendPage(reply, {
      title: 'Checkout',
      content: checkoutPage({ productName, session, lines, saved }),
      script: 'checkout',
      data: { ...data(), session: session.id, success },
      layout: 'page',
    })
  })
  app.post<{ Params: { id: string } }>('/checkout/:id/pay', async (request, reply) => {
    const { payment_method: method } = decodeForm(typeof request.body === 'string' ? request.body : '')
    if (typeof method !== 'string') throw invalidRequest('Missing required param: payment_method.')
    const { status, body } = await changes.answer(store => payCheckout(store, request.params.id, method), {
      key: undefined,
      request: '',
    })
    return reply.status(status).send(body)
  })
}

const query = (request: FastifyRequest): Record<string, string | undefined> => request.query as Record<string, string>

async function readChallenge(store: Store, secret: string | undefined): Promise<Challenge> {
  const id = idOfSecret(secret ?? '')
  const intent = await store.get(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id)
  assertSecret(intent, secret)
  const method = intent.payment_method === null ? undefined : await store.find('payment_method', intent.payment_method)
  return { intent, last4: method?.card?.last4, productName: store.environment.productName }
}

/** The cards whose owner agreed to see them again, newest first. */
async function savedCardsOf(store: Store, { customer }: Objects['checkout.session']) {
  const cards = customer === null ? [] : await store.list('payment_method', customer)
  return cards.filter(({ allow_redisplay: shows }) => shows === 'always').toReversed()
}

async function readPortal(store: Store, id: string): Promise<Portal> {
  const session = await store.get('billing_portal.session', id)
  const invoices = await store.list('invoice', session.customer)
  return {
    productName: store.environment.productName,
    session,
    portal: await store.get('billing_portal.configuration', session.configuration),
    invoices: invoices.filter(({ status }) => status !== 'draft').toReversed(),
    cards: (await store.list('payment_method', session.customer)).toReversed(),
  }
}

/** A charge with the lines of its checkout or invoice. */
async function readReceipt(store: Store, id: string): Promise<Receipt> {
  const charge = await store.get('charge', id)
  const intent = await store.get('payment_intent', charge.payment_intent ?? '')
  const { productName } = store.environment
  const { checkout, invoice } = store.hidden(intent)
  if (checkout !== undefined) {
    const session = await store.get('checkout.session', checkout)
    const lines = store
      .hidden(session)
      .lines.map(line => ({ description: line.description, amount: line.amount_total }))
    return { productName, charge, lines, taxCents: session.total_details?.amount_tax ?? 0 }
  }
  const paid = await store.get('invoice', invoice ?? '')
  const lines = paid.lines.data.map(({ description, amount }) => ({ description, amount }))
  return { productName, charge, lines, taxCents: (paid.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0) }
}
