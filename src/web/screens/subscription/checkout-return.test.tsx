import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { inTurn, ok, refused, type Routes } from '../../testing/stub-api.ts'
import { cards, show } from './subscription.fixture.tsx'

const returnWith = (checkout: string, routes: Routes = {}) =>
  show({ 'GET /api/payment-methods': cards(), ...routes }, makeUser(), `/subscription?checkout=${checkout}`)

test('after a paid checkout the leads are credited and reported once, and the URL is clean', async () => {
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

test('an unpaid checkout credits nothing and says so', async () => {
  returnWith('cs_test_1', { 'POST /api/purchase-leads/confirm': ok({ isPaid: false, leads: 0, user: makeUser() }) })
  expect(await screen.findByText('Payment not complete')).toBeDefined()
})

test('a canceled checkout is reported without a request', async () => {
  const { calls } = returnWith('canceled')
  await screen.findByText('Purchase canceled')
  screen.getByText('Nothing was charged.')
  expect(calls.map(({ route }) => route)).not.toContain('POST /api/purchase-leads/confirm')
  expect(location.search).toBe('')
})

test("another user's checkout is refused with the server's message", async () => {
  returnWith('cs_test_1', { 'POST /api/purchase-leads/confirm': refused('NOT_FOUND') })
  await screen.findByText('Purchase Failed')
  screen.getByText(errorTable.NOT_FOUND.message)
  expect(location.search).toBe('')
})

test.each([
  ['the payment service does not respond', refused('PAYMENTS_UNAVAILABLE')],
  ['the server restarts', refused('UNAVAILABLE')],
  ['the server fails', { status: 500, body: '' }],
  ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a user who may have paid can check again and sees no failure: %s', async (_what, failure) => {
  const richer = makeUser({ remainingContactPulls: 350 })
  const { calls, client, keyboard } = returnWith('cs_test_1', {
    'GET /api/user': ok(makeUser({ remainingContactPulls: 40 })),
    'POST /api/purchase-leads/confirm': inTurn(failure, ok({ isPaid: true, leads: 300, user: richer })),
  })
  await findToast(
    'Your purchase is not confirmed yet',
    /If you paid, we add your leads as soon as the payment is confirmed/,
  )
  expect(screen.queryByText(/Purchase Failed|Nothing was changed/)).toBeNull()
  expect(location.search).toBe('?checkout=cs_test_1')
  await expect.poll(() => client.getQueryData(['user'])).toMatchObject({ user: { remainingContactPulls: 40 } })
  await keyboard.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByText('Leads added')
  expect(calls.filter(({ route }) => route === 'POST /api/purchase-leads/confirm')).toHaveLength(2)
  expect(screen.queryByText('Your purchase is not confirmed yet')).toBeNull()
  expect(location.search).toBe('')
})
