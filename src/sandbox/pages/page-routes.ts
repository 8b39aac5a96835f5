import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf } from '../api/api-routes.ts'
import type { Changes } from '../changes.ts'
import { confirmIntent, finishChallenge, intentOfSecret, payCheckout } from '../objects/intents.ts'
import { typedCard } from '../objects/payment-methods.ts'
import type { Store } from '../store.ts'
import { invalidKey } from '../stripe-error.ts'
import { assetRoutes } from './assets.ts'
import { cardFrame, challengePage, pageAfter } from './card-pages.ts'
import { checkoutPage } from './checkout-page.ts'
import { invoicePage, portalPage, receiptPage } from './documents.ts'
import { type Page, sendPage } from './page.ts'

export type PagesInput = { changes: Changes; publishableKey: string; productUrl: () => string | undefined }
type Form = Record<string, string | undefined>
type Request = FastifyRequest<{ Params: { id: string }; Querystring: Form }>
/** A page, or the URL of another one. */
type Shown = Page | string

/** Serves the customer's pages: card form, 3-D Secure, checkout, invoices, receipts, and portal. */
export function pageRoutes(app: FastifyInstance, { changes, publishableKey, productUrl }: PagesInput): void {
  const product = () => {
    const url = productUrl()
    return ["'self'", 'http://127.0.0.1:*', 'http://localhost:*', ...(url === undefined ? [] : [new URL(url).origin])]
  }
  const show = async (reply: FastifyReply, read: (store: Store) => Promise<Shown>) => {
    const shown = await changes.run(read)
    return typeof shown === 'string' ? reply.redirect(shown, 303) : sendPage(reply, shown, product())
  }
  const page = (url: string, read: (store: Store, id: string, query: Form) => Promise<Shown>) =>
    app.get(url, ({ params, query }: Request, reply) => show(reply, store => read(store, params.id, query)))

  assetRoutes(app)
  page('/card', async (_store, _id, { theme }) => cardFrame(theme))
  page('/challenge', (store, _id, query) => challengePage(store, query.client_secret))
  page('/checkout/:id', checkoutPage)
  page('/invoice/:id', invoicePage)
  page('/receipt/:id', receiptPage)
  page('/portal/:id', portalPage)

  app.post('/challenge', (request, reply) =>
    show(reply, async store => {
      const { client_secret: secret = '', outcome } = formOf(request)
      const intent = await intentOfSecret(store, secret)
      if (outcome === 'pass' || outcome === 'fail') await finishChallenge(store, intent, outcome === 'pass')
      return pageAfter(store, intent)
    }),
  )

  app.post('/checkout/:id', async (request: Request, reply) => {
    const { id } = request.params
    const form = formOf(request)
    const { body } = await changes.answer(store => payCheckout(store, id, form.saved || typedCard(store, form).id))
    const { error, client_secret: secret } = body as { error?: Error; client_secret?: string }
    // The challenge redirects to the checkout. A paid checkout redirects to the product.
    if (error === undefined) return reply.redirect(`/challenge?client_secret=${secret}`, 303)
    return show(reply, store => checkoutPage(store, id, { problem: error.message }))
  })

  // The card script calls these from the product's origin, with the publishable key and a client secret.
  const intentCall = (url: string, work: (store: Store, secret: string, form: Form) => Promise<object>) =>
    app.post(url, async (request, reply) => {
      const form = formOf(request)
      const { body } = await changes.answer(async store => {
        if (form.key !== publishableKey) throw invalidKey()
        return work(store, form.client_secret ?? '', form)
      })
      return reply.header('access-control-allow-origin', '*').send('error' in body ? body : { intent: body })
    })
  intentCall('/intents/retrieve', intentOfSecret)
  intentCall('/intents/confirm', async (store, secret, form) => {
    const card = form.number === undefined ? undefined : typedCard(store, form).id
    return confirmIntent(store, await intentOfSecret(store, secret), card)
  })
}

export const formOf = (request: FastifyRequest): Form => Object.fromEntries(new URLSearchParams(bodyOf(request)))
