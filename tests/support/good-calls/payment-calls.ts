import type { FastifyInstance } from 'fastify'
import { Customer, paymentsAppOf } from '../payments-app.ts'
import type { GoodCall } from './good-call.ts'

/** Good calls of the endpoints that take money, for an app from `createPaymentsApp`. */
export const paymentCalls: Record<string, (app: FastifyInstance) => Promise<GoodCall>> = {
  'GET /api/payment-settings': async () => ({}),
  'GET /api/subscription': async app => ({ as: (await subscriber(app)).signedIn }),
  'POST /api/subscription': async app => ({ body: { tier: 'starter' }, as: (await cardHolder(app)).signedIn }),
  'GET /api/subscription/preview': async app => ({
    options: { query: { tier: 'pro' } },
    as: (await subscriber(app)).signedIn,
  }),
  'POST /api/subscription/refresh': async app => ({ as: (await subscriber(app)).signedIn }),
  'POST /api/subscription/confirm': async app => ({
    body: { paymentIntentId: 'pi_nothing' },
    as: (await subscriber(app)).signedIn,
  }),
  'POST /api/subscription/pay': async app => ({ as: (await subscriber(app)).signedIn }),
  'POST /api/cancel-subscription': async app => ({ as: (await subscriber(app)).signedIn }),
  'POST /api/resume-subscription': async app => ({ as: (await subscriber(app)).signedIn }),
  'GET /api/payment-methods': async app => ({ as: (await cardHolder(app)).signedIn }),
  'POST /api/setup-payment': async () => ({}),
  'POST /api/payment-methods': async app => {
    const customer = await newCustomer(app)
    return { body: { setupIntentId: await customer.setUpCard() }, as: customer.signedIn }
  },
  'POST /api/payment-methods/:id/default': async app => {
    const customer = await cardHolder(app)
    return { options: { url: `/api/payment-methods/${await customer.cardId()}/default` }, as: customer.signedIn }
  },
  'DELETE /api/payment-methods/:id': async app => {
    const customer = await cardHolder(app)
    return { options: { url: `/api/payment-methods/${await customer.cardId()}` }, as: customer.signedIn }
  },
  'POST /api/purchase-leads': async () => ({}),
  'POST /api/purchase-leads/confirm': async app => {
    const customer = await newCustomer(app)
    return { body: { sessionId: await customer.beginCheckout() }, as: customer.signedIn }
  },
  'GET /api/invoices': async app => ({ as: (await subscriber(app)).signedIn }),
  'POST /api/billing-portal': async () => ({}),
  'POST /api/stripe/webhook': async app => {
    const { stripe, deps } = paymentsAppOf(app)
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'plan.created',
      created: 1,
      data: { object: {} },
    })
    const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      timestamp,
      secret: deps.payments.webhookSecret,
    })
    return {
      options: { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } },
    }
  },
}

const newCustomer = (app: FastifyInstance): Promise<Customer> => Customer.signUp(paymentsAppOf(app))

async function cardHolder(app: FastifyInstance): Promise<Customer> {
  const customer = await newCustomer(app)
  await customer.addCard()
  return customer
}

async function subscriber(app: FastifyInstance): Promise<Customer> {
  const customer = await cardHolder(app)
  await customer.choose('starter')
  return customer
}
