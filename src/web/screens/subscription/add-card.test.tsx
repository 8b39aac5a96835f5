import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeCard, realStripe } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { cardFails, setupSucceeds, stubStripe } from '../../testing/stub-stripe.ts'
import { PaymentMethods } from './payment-methods.tsx'

const withCard = ok({ paymentMethods: [makeCard()] })

async function openForm(routes: Routes = {}) {
  const calls = stubApi({
    'GET /api/payment-settings': ok(realStripe),
    'GET /api/payment-methods': ok({ paymentMethods: [] }),
    'POST /api/setup-payment': ok({ clientSecret: 'seti_1_secret_2' }),
    'GET /api/user': ok(makeUser()),
    ...routes,
  })
  const shown = renderAt('/subscription', <PaymentMethods />, makeUser())
  await shown.keyboard.click(screen.getByRole('button', { name: 'Add card' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add payment method' }))
  return { calls, form, ...shown }
}
async function save({ form, keyboard }: Awaited<ReturnType<typeof openForm>>) {
  const button = await waitFor(() => {
    const found = form.getByRole<HTMLButtonElement>('button', { name: 'Save card' })
    if (found.disabled) throw new Error('The fields are not ready')
    return found
  })
  await keyboard.click(button)
}

test('a saved card is listed, and a toast says so', async () => {
  stubStripe({ confirmSetup: setupSucceeds })
  const shown = await openForm({ 'POST /api/payment-methods': withCard })
  await save(shown)
  await screen.findByText('Payment method added successfully')
  await screen.findByText('Visa ending in 4242')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown.calls.find(({ route }) => route === 'POST /api/payment-methods')?.sent).toEqual({
    setupIntentId: 'seti_1',
  })
})

test.each([
  [ok({}), 'Check your connection and try again.'],
  [{ status: 500, body: '' }, 'Check your connection and try again.'],
  [refused('PAYMENTS_UNAVAILABLE'), /The payment service is not responding/],
])('a card form that cannot load shows an error (%#)', async (answer, more) => {
  stubStripe({})
  const { form } = await openForm({ 'POST /api/setup-payment': answer })
  await form.findByText('Failed to create setup intent.')
  form.getByText(more)
  expect(form.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test.each([
  [cardFails('Your card was declined.'), 'Your card was declined.'],
  [cardFails(), 'An error occurred while processing your card.'],
  [() => Promise.reject(new Error('IntegrationError')), 'An error occurred while processing your card.'],
])('a declined card shows an error in the form (%#)', async (confirmSetup, message) => {
  stubStripe({ confirmSetup })
  const shown = await openForm()
  await save(shown)
  expect((await shown.form.findByText(message)).closest('[role=alert]')).not.toBeNull()
  await findToast('Error', message)
  expect(shown.calls.map(({ route }) => route)).not.toContain('POST /api/payment-methods')
})

test('a card that could not be saved is reported, and the bank is not asked twice', async () => {
  const confirmSetup = vi.fn<typeof setupSucceeds>(setupSucceeds)
  stubStripe({ confirmSetup })
  const shown = await openForm({ 'POST /api/payment-methods': inTurn({ status: 500, body: '' }, withCard) })
  await save(shown)
  await shown.form.findByText('Failed to save payment method.')
  await findToast('Error', 'Failed to save payment method.')
  // The card fields cannot be used again; another card needs a new form.
  shown.form.getByText('Your card was accepted. It only needs to be saved.')
  await save(shown)
  await screen.findByText('Payment method added successfully')
  expect(confirmSetup).toHaveBeenCalledTimes(1)
})

test('the card form follows the theme while it is open', async () => {
  const themes = stubStripe({})
  const { form } = await openForm()
  await form.findByRole('button', { name: 'Save card' })
  await waitFor(() => expect(themes).toEqual(['stripe']))
  document.documentElement.dataset.theme = 'dark'
  await waitFor(() => expect(themes).toEqual(['stripe', 'night']))
  delete document.documentElement.dataset.theme
})
