import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeSubscription } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { inTurn, ok } from '../../testing/stub-api.ts'
import { section, show } from './subscription.fixture.tsx'

const pro = makeUser({ subscriptionTier: 'pro' })
const current = () => section('Current subscription')
const refreshes = (calls: ReturnType<typeof show>['calls']) =>
  calls.filter(({ route }) => route === 'POST /api/subscription/refresh')

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

test('a payment that has not settled yet says so, and the plan appears once it is active', async () => {
  const free = makeSubscription({ tier: 'free', isSettling: true })
  const { calls } = show(
    {
      'GET /api/subscription': inTurn(ok(free), ok(free), ok(makeSubscription())),
      'POST /api/subscription/refresh': inTurn(ok(makeUser()), ok(pro)),
      'GET /api/user': ok(pro),
    },
    makeUser(),
  )
  const notice = await screen.findByText('Your payment went through')
  expect(notice.closest('[role=status]')?.textContent).toContain('We are waiting for the payment provider')
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await act(() => vi.advanceTimersByTimeAsync(3100))
  await current().findByText('Pro')
  await findToast('Payment successful', 'Your subscription has been activated!')
  expect(screen.queryByText('Your payment went through')).toBeNull()
  expect(refreshes(calls)).toHaveLength(2)
})

test('after two minutes the page stops asking about a payment and says what happens next', async () => {
  const free = makeSubscription({ tier: 'free', isSettling: true })
  const { calls } = show(
    { 'GET /api/subscription': ok(free), 'POST /api/subscription/refresh': ok(makeUser()) },
    makeUser(),
  )
  await screen.findByText('Your payment went through')
  for (let step = 0; step < 20; step++) await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText(/we check every hour and will email you the receipt/)).toBeDefined()
  expect(refreshes(calls)).toHaveLength(7)
})

test('a payment that ends without a plan is not reported as a success', async () => {
  const free = makeSubscription({ tier: 'free', isSettling: true })
  show(
    {
      'GET /api/subscription': inTurn(ok(free), ok(makeSubscription({ tier: 'free', isSettling: false }))),
      'POST /api/subscription/refresh': ok(makeUser()),
    },
    makeUser(),
  )
  await screen.findByText('Your payment went through')
  await act(() => vi.advanceTimersByTimeAsync(2100))
  await expect.poll(() => screen.queryByText('Your payment went through')).toBeNull()
  expect(screen.queryByText('Payment successful')).toBeNull()
})
