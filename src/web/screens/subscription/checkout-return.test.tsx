import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSubscription, realStripe } from '../../shared/testing/billing.fixture.ts'
import { makeUser } from '../../shared/testing/fixtures.ts'
import { renderAt } from '../../shared/testing/render-at.tsx'
import { ok, refused, type Routes, stubApi } from '../../shared/testing/stub-api.ts'
import SubscriptionScreen from './subscription.screen.tsx'

function returnWith(checkout: string, routes: Routes = {}) {
  const calls = stubApi({
    'GET /api/payment-settings': ok(realStripe),
    'GET /api/subscription': ok(makeSubscription({ tier: 'free' })),
    'GET /api/payment-methods': ok({ paymentMethods: [] }),
    'GET /api/invoices': ok([]),
    ...routes,
  })
  return { calls, ...renderAt(`/subscription?checkout=${checkout}`, <SubscriptionScreen />, makeUser()) }
}

test('back from a paid checkout the leads are credited and said, once, and the address is clean', async () => {
  const richer = makeUser({ remainingContactPulls: 350 })
  const { calls, client } = returnWith('cs_test_1', {
    'POST /api/purchase-leads/confirm': ok({ isPaid: true, leads: 300, user: richer }),
  })
  await screen.findByText('Leads added')
  screen.getByText('300 leads are yours, usable any time.')
  expect(calls.filter(({ route }) => route === 'POST /api/purchase-leads/confirm').map(({ sent }) => sent)).toEqual([
    { sessionId: 'cs_test_1' },
  ])
  expect(client.getQueryData(['user'])).toMatchObject({ user: richer })
  expect(location.search).toBe('')
})

test('a checkout that is not paid yet credits nothing, and says so', async () => {
  returnWith('cs_test_1', { 'POST /api/purchase-leads/confirm': ok({ isPaid: false, leads: 0, user: makeUser() }) })
  expect(await screen.findByText('Payment not complete')).toBeDefined()
})

test('a checkout that was left is told, and nobody is asked', async () => {
  const { calls } = returnWith('canceled')
  await screen.findByText('Purchase canceled')
  screen.getByText('Nothing was charged.')
  expect(calls.map(({ route }) => route)).not.toContain('POST /api/purchase-leads/confirm')
  expect(location.search).toBe('')
})

test("another user's checkout is refused with the server's words", async () => {
  returnWith('cs_test_1', { 'POST /api/purchase-leads/confirm': refused('NOT_FOUND') })
  await screen.findByText('Purchase Failed')
  expect(screen.getByText('Not found')).toBeDefined()
})
