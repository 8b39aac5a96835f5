import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../shared/session/query-client.ts'
import { showToast } from '../shared/toast/toast.store.ts'
import { findToast } from '../testing/find-toast.ts'
import { makeUser } from '../testing/fixtures.ts'
import { ok, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

const network = vi.hoisted(() => ({ isDown: true }))
vi.mock('../screens/api-keys/api-keys.screen.tsx', () => {
  if (network.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: () => <h1>Keys</h1> }
})
const doesNotCome = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../screens/leads/leads.screen.tsx', doesNotCome)
vi.mock('../screens/profile/profile.screen.tsx', () => ({
  default: () => {
    throw new Error('The node to be removed is not a child of this node.')
  },
}))
vi.mock('../features/billing/purchase-dialog.tsx', doesNotCome)
vi.mock('./avatar-menu.tsx', doesNotCome)
vi.mock('../screens/dashboard/analytics/analytics-tab.tsx', doesNotCome)

// React logs the caught error, as expected.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}))
afterEach(() => void vi.mocked(console.error).mockClear())

async function open() {
  stubApi({ 'GET /api/user': ok(makeUser({ remainingContactPulls: 0 })), 'POST /api/page-visits': ok({}) })
  history.replaceState(null, '', '/dashboard')
  render(<App client={createQueryClient()} />)
  await screen.findByRole('tab', { name: 'Search Leads' })
  return userEvent.setup()
}

test('a screen whose code fails to load says so below the header, and the next screen works', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const keyboard = await open()
  await keyboard.click(screen.getByRole('link', { name: 'My Leads' }))
  await screen.findByText('This page did not load')
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  await keyboard.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('tab', { name: 'Search Leads' })
})

test('a screen that fails to render blames no connection and offers the leads that were paid for', async () => {
  const keyboard = await open()
  document.cookie = 'leadline_signed_in=11111111; path=/'
  await keyboard.click(screen.getByRole('link', { name: 'Profile' }))
  await screen.findByText('This page stopped working')
  screen.getByText(
    /not of your connection.* Your searches and leads are saved, and opening them again costs nothing\.$/,
  )
  expect(within(screen.getByRole('alert')).getByRole('link', { name: 'My Leads' }).getAttribute('href')).toBe('/leads')
})

test.each(['Buy More Leads', 'My Account'])(
  'if the code of %s fails to load, each click shows a toast, and the screen stays',
  async name => {
    const keyboard = await open()
    for (const before of ['First click', 'Second click']) {
      act(() => showToast({ title: before }))
      await findToast(before)
      await keyboard.click(screen.getByRole('button', { name }))
      await findToast('This did not load')
    }
    expect(screen.getByRole('tab', { name: 'Search Leads' })).toBeDefined()
  },
)

test('a tab whose code fails to load says so, and the other tabs work', async () => {
  const keyboard = await open()
  await keyboard.click(screen.getByRole('tab', { name: 'Analytics' }))
  await screen.findByText('This did not load')
  await keyboard.click(screen.getByRole('tab', { name: 'Search Leads' }))
  expect(screen.getByRole('button', { name: 'Search for Leads' })).toBeDefined()
})

test('a screen whose code did not load is requested again at the next visit, and reloads when the browser is online', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  stubApi({ 'GET /api/user': ok(makeUser({ subscriptionTier: 'elite' })), 'POST /api/page-visits': ok({}) })
  history.replaceState(null, '', '/api-keys')
  render(<App client={createQueryClient()} />)
  await screen.findByText('This page did not load')
  dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledOnce()
  network.isDown = false
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('tab', { name: 'Search Leads' })
  dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledOnce()
  act(() => history.pushState(null, '', '/api-keys'))
  await screen.findByRole('heading', { name: 'Keys' })
})
