import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { realStripe } from '../../testing/billing.fixture.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { later, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { waysToClose } from '../../testing/ways-to-close.ts'
import PurchaseDialog from './purchase-dialog.tsx'

async function show(routes: Routes) {
  const onClose = vi.fn<() => void>()
  const calls = stubApi({ 'GET /api/payment-settings': ok(realStripe), ...routes })
  const shown = renderAt('/dashboard', <PurchaseDialog onClose={onClose} />, makeUser())
  await screen.findByRole('dialog', { name: 'Purchase Additional Leads' })
  return { calls, onClose, ...shown }
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the dialog shows the package with its price and how it can be used', async () => {
  await show({})
  screen.getByText('300 leads')
  screen.getByText('$10.00')
  screen.getByText('Added immediately after payment.')
  screen.getByText(/^Usable any time/)
  expect(screen.getByText('They do not include searches.')).toBeDefined()
})

test('where taxes are added, the price says so', async () => {
  await show({ 'GET /api/payment-settings': ok({ ...realStripe, hasTaxes: true }) })
  expect(await screen.findByText('$10.00 plus any tax')).toBeDefined()
})

test('a purchase leads to the checkout and cannot be started twice meanwhile', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const checkoutUrl = 'https://checkout.example.com/cs_1'
  const { keyboard } = await show({ 'POST /api/purchase-leads': ok({ success: true, checkoutUrl }) })
  await keyboard.click(button('Buy 300 leads'))
  await expect.poll(() => leave.mock.calls).toEqual([[checkoutUrl]])
  expect(button('Processing...').disabled).toBe(true)
  // The user returns from the checkout with the browser's back button.
  dispatchEvent(new Event('pageshow'))
  await screen.findByRole('button', { name: 'Buy 300 leads' })
})

test('a double click starts one purchase', async () => {
  const { calls } = await show({ 'POST /api/purchase-leads': never })
  const buy = button('Buy 300 leads')
  // Both clicks come before the button renders as busy.
  act(() => {
    buy.click()
    buy.click()
  })
  await screen.findByRole('button', { name: 'Processing...' })
  expect(calls.filter(({ route }) => route === 'POST /api/purchase-leads')).toHaveLength(1)
})

test('a failed purchase can be tried again', async () => {
  const { keyboard, calls } = await show({ 'POST /api/purchase-leads': refused('PAYMENTS_UNAVAILABLE') })
  await keyboard.click(button('Buy 300 leads'))
  await screen.findByText('Purchase Failed')
  await keyboard.click(button('Buy 300 leads'))
  await expect.poll(() => calls.filter(({ route }) => route === 'POST /api/purchase-leads')).toHaveLength(2)
})

test('a user who left the page before the checkout arrives is not sent there', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const checkout = later()
  const { keyboard, unmount } = await show({ 'POST /api/purchase-leads': checkout.answer })
  await keyboard.click(button('Buy 300 leads'))
  unmount()
  checkout.give(ok({ success: true, checkoutUrl: 'https://checkout.example.com/cs_1' }))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(leave).not.toHaveBeenCalled()
})

test('no button can be clicked while the purchase is processed', async () => {
  const { keyboard, onClose } = await show({ 'POST /api/purchase-leads': never })
  await keyboard.click(button('Buy 300 leads'))
  expect(button('Processing...').disabled).toBe(true)
  expect(await waysToClose(keyboard, 'Cancel')).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  [ok({ success: false, message: 'Packages are sold out.' }), 'Packages are sold out.'],
  [ok({ success: false }), 'Failed to initiate purchase. Please try again.'],
  [refused('PAYMENTS_UNAVAILABLE'), /The payment service is not responding/],
  [{ status: 500, body: '' }, 'Failed to initiate purchase. Please try again.'],
  [() => Promise.reject(new Error('The line is dead')), 'The line is dead'],
  [() => Promise.reject(new Error('')), 'An error occurred while processing your purchase.'],
])('a failed purchase shows an error (%#)', async (answer, description) => {
  const { keyboard } = await show({ 'POST /api/purchase-leads': answer })
  await keyboard.click(button('Buy 300 leads'))
  await screen.findByText('Purchase Failed')
  expect(screen.getAllByText(description)).not.toEqual([])
  await screen.findByRole('button', { name: 'Buy 300 leads' })
})
