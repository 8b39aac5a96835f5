import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, refused, stubApi } from '../../testing/stub-api.ts'
import { UsageMeter } from './usage-meter.tsx'

const user = makeUser({
  remainingContactPulls: 307,
  monthlyContactPulls: 7,
  purchasedContactPulls: 300,
  remainingSearches: 1,
})

test('the meter shows what is left, and explains what counts and when it renews', async () => {
  stubApi({ 'GET /api/leads/reports': ok({ credited: 2, fairUse: { used: 2, allowed: 3 }, reports: [] }) })
  const { keyboard } = renderAt('/dashboard', <UsageMeter user={user} />, user)
  await keyboard.click(screen.getByRole('button', { name: '307 leads left · 1 search left · renews Feb 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your usage' }))
  for (const amount of [7, 300, 1]) dialog.getByText(`${amount} left`)
  dialog.getByText('Feb 1, 2026')
  await dialog.findByText('2 in 30 days')
  await keyboard.click(dialog.getByRole('button', { name: 'Upgrade Plan' }))
  expect(location.pathname).toBe('/subscription')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('credits that did not load are not awaited for ever', async () => {
  stubApi({ 'GET /api/leads/reports': refused('UNAVAILABLE') })
  const { keyboard } = renderAt('/dashboard', <UsageMeter user={user} />, user)
  await keyboard.click(screen.getByRole('button', { name: /307 leads left/ }))
  expect(await screen.findByText('Not loaded')).toBeDefined()
})

test.each([
  ['canceled', { subscriptionStatus: 'canceled' }, 'ends Feb 1', 'Ends'],
  ['overdue', { subscriptionStatus: 'past_due' }, 'pay by Feb 1', 'Pay by'],
  [
    'granted until a day',
    { isPlanGranted: true, isEnding: true, renewsAt: '2026-02-01T00:00:00.000Z' },
    'ends Jan 31',
    'Ends',
  ],
])('the meter of a plan that is %s does not promise that it renews', async (_plan, own, shown, named) => {
  stubApi({ 'GET /api/leads/reports': ok({ credited: 0, fairUse: { used: 0, allowed: 3 }, reports: [] }) })
  const payer = makeUser({ subscriptionTier: 'starter', ...own })
  const { keyboard } = renderAt('/dashboard', <UsageMeter user={payer} />, payer)
  await keyboard.click(screen.getByRole('button', { name: new RegExp(` · ${shown}$`) }))
  within(await screen.findByRole('dialog', { name: 'Your usage' })).getByText(named)
  expect(screen.queryByText(/renews/i)).toBeNull()
})
