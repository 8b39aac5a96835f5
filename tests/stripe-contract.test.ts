import { expect, test } from 'vitest'
import type { Exchange } from '#sandbox/exchanges.ts'
import { contractProblems, operations } from './support/stripe-contract.ts'
import { emptyObjects } from './support/stripe-empty-objects.ts'

const customer = {
  id: 'cus_1',
  object: 'customer',
  balance: 0,
  created: 1,
  default_source: null,
  description: null,
  email: 'ann@example.com',
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  shipping: null,
}
const call = (more: Partial<Extract<Exchange, { kind: 'call' }>>): Exchange => ({
  kind: 'call',
  method: 'POST',
  url: '/v1/customers',
  sent: 'email=ann%40example.com&metadata[userId]=7',
  status: 200,
  body: customer,
  ...more,
})
const withPaths = (url: string, sent: string, method = 'POST') =>
  contractProblems(call({ method, url, sent, status: 402, body: { error: { type: 'card_error' } } }))

test('the package’s own files describe hundreds of calls', () => {
  expect(operations().length).toBeGreaterThan(400)
})

test('a valid call has no problems', () => {
  expect(contractProblems(call({}))).toEqual([])
})

test.each([
  [
    'a field that Stripe does not have',
    { ...customer, e_mail: 'x' },
    ['POST /v1/customers answered.e_mail: is not in Stripe’s types'],
  ],
  ['a missing field', { ...customer, livemode: undefined }, ['POST /v1/customers answered.livemode: is missing']],
  ['a number as text', { ...customer, created: '1' }, ['POST /v1/customers answered.created: "1" is not a number']],
  [
    'a value outside an enum',
    { ...customer, tax_exempt: 'maybe' },
    ['POST /v1/customers answered.tax_exempt: "maybe" fits none of the values Stripe names'],
  ],
])('an answer with %s is reported', (_title, body, problems) => {
  expect(contractProblems(call({ body }))).toEqual(problems)
})

test.each([
  ['/v1/customers', 'emial=x', 'POST /v1/customers sent.emial: is not in Stripe’s types'],
  [
    '/v1/setup_intents',
    'payment_method_types[0]=card',
    'POST /v1/setup_intents sent.payment_method_types: is not in Stripe’s types',
  ],
  [
    '/v1/setup_intents',
    'usage=sometimes',
    'POST /v1/setup_intents sent.usage: "sometimes" fits none of the values Stripe names',
  ],
  [
    '/v1/subscriptions',
    'customer=cus_1&items[0][price]=p&items[0][count]=2',
    'POST /v1/subscriptions sent.items[0].count: is not in Stripe’s types',
  ],
  [
    '/v1/checkout/sessions',
    'mode=payment&expires_at=soon',
    'POST /v1/checkout/sessions sent.expires_at: "soon" is not a number',
  ],
  ['/v1/customer', '', 'POST /v1/customer: the stripe package does not have this call'],
])('a request to %s with %s is reported', (url, sent, problem) => {
  expect(withPaths(url, sent)).toEqual([problem])
})

test('an error must be one of Stripe’s', () => {
  expect(contractProblems(call({ status: 400, body: { message: 'no' } }))).toEqual([
    'POST /v1/customers: a refusal without an error',
  ])
  expect(contractProblems(call({ status: 400, body: { error: { type: 'sad' } } }))).toHaveLength(2)
})

test('an event must have a name and an object that Stripe knows', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    api_version: null,
    created: 1,
    data: { object: customer },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: 'customer.created',
  }
  expect(contractProblems({ kind: 'event', body: event })).toEqual([])
  expect(contractProblems({ kind: 'event', body: { ...event, type: 'customer.made' } })).toHaveLength(1)
  const broken = { ...event, data: { object: { ...customer, balance: '0' } } }
  expect(contractProblems({ kind: 'event', body: broken })).toEqual([
    'customer.created.data.object.balance: "0" is not a number',
  ])
})

test('the sandbox makes objects with the fields that the package’s own types require', async () => {
  // After an update of the package: `npx vitest run tests/stripe-contract.test.ts --update`.
  const text = `${JSON.stringify(emptyObjects(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../src/sandbox/empty-objects.json')
})
