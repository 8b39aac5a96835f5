import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeCard, makeSubscription } from '../../testing/billing.fixture.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { inTurn, never, ok, refused } from '../../testing/stub-api.ts'
import { waysToClose } from '../../testing/ways-to-close.ts'
import { cardName, isExpired } from './subscription-words.ts'
import { cards, section, show } from './subscription.fixture.tsx'

test('cards show brand, last four digits, and expiry, and which one is the default', async () => {
  const second = makeCard({
    id: 'pm_2',
    isDefault: false,
    brand: 'mastercard',
    last4: '4444',
    expMonth: 11,
    expYear: 2020,
  })
  show({ 'GET /api/payment-methods': cards(makeCard(), second) })
  const methods = section('Payment methods')
  const [first, other] = await methods.findAllByRole('listitem')
  expect(first?.textContent).toContain('Visa ending in 4242DefaultExpires 04/2099')
  expect(other?.textContent).toContain('Mastercard ending in 4444ExpiredExpires 11/2020')
  expect(methods.queryByRole('button', { name: 'Make Visa ending in 4242 the default' })).toBeNull()
})

test('a card is called by the name of its brand, and is valid until the end of its month', () => {
  const names = ['visa', 'mastercard', 'amex', 'discover', 'jcb'].map(brand => cardName(makeCard({ brand })))
  expect(names.map(name => name.replace(' ending in 4242', ''))).toEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'Discover',
    'Jcb',
  ])
  const card = makeCard({ expMonth: 12, expYear: 2026 })
  const days = ['2026-12-01T00:00:00', '2026-12-31T23:59:59', '2027-01-01T00:00:00']
  expect(days.map(day => isExpired(card, new Date(day)))).toEqual([false, false, true])
})

test('another card becomes the default', async () => {
  const second = makeCard({ id: 'pm_2', isDefault: false, last4: '1881' })
  const { keyboard } = show({
    'GET /api/payment-methods': cards(makeCard(), second),
    'POST /api/payment-methods/pm_2/default': cards({ ...second, isDefault: true }, makeCard({ isDefault: false })),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Make Visa ending in 1881 the default' }))
  await screen.findByText('Default payment method changed')
  expect(await screen.findByRole('button', { name: 'Make Visa ending in 4242 the default' })).toBeDefined()
})

const taxed = (taxCents: number) =>
  ok(makeSubscription({ nextCharge: { amountCents: 4900 + taxCents, creditCents: 0, taxCents } }))

test('the next charge is read again with another default card, because the tax depends on its address', async () => {
  const second = makeCard({ id: 'pm_2', isDefault: false, last4: '1881' })
  const { keyboard } = show(
    {
      'GET /api/subscription': inTurn(taxed(0), taxed(392)),
      'GET /api/payment-methods': cards(makeCard(), second),
      'POST /api/payment-methods/pm_2/default': cards({ ...second, isDefault: true }, makeCard({ isDefault: false })),
    },
    makeUser({ subscriptionTier: 'pro' }),
  )
  await screen.findByText(/for \$49\./)
  await keyboard.click(await screen.findByRole('button', { name: 'Make Visa ending in 1881 the default' }))
  expect(await screen.findByText(/for \$52\.92, including \$3\.92 tax\./)).toBeDefined()
})

test('a card is removed after a confirmation; the card that pays a plan cannot be removed', async () => {
  const { keyboard } = show({ 'DELETE /api/payment-methods/pm_1': inTurn(refused('CARD_IN_USE'), cards()) })
  const remove = async () => {
    await keyboard.click(await screen.findByRole('button', { name: 'Remove Visa ending in 4242' }))
    await keyboard.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove card' }))
  }
  await remove()
  await screen.findByText('This card pays for your plan. Add another card before you remove it.')
  await remove()
  await screen.findByText('Payment method removed')
  expect(await screen.findByText('No saved cards')).toBeDefined()
})

test('a card that no longer exists disappears from the list', async () => {
  const { keyboard } = show({
    'GET /api/payment-methods': inTurn(cards(makeCard()), cards()),
    'DELETE /api/payment-methods/pm_1': refused('NOT_FOUND'),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Remove Visa ending in 4242' }))
  await keyboard.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove card' }))
  expect(await screen.findByText('No saved cards')).toBeDefined()
})

test('the dialog cannot be closed while a card is being removed', async () => {
  const { keyboard } = show({ 'DELETE /api/payment-methods/pm_1': never })
  await keyboard.click(await screen.findByRole('button', { name: 'Remove Visa ending in 4242' }))
  await keyboard.click(screen.getByRole('button', { name: 'Remove card' }))
  expect(await waysToClose(keyboard, 'Keep card')).toEqual([])
})

test.each([
  [refused('PAYMENTS_UNAVAILABLE'), /The payment service is not responding/],
  [{ status: 500, body: '' }, 'Failed to fetch payment methods'],
])('cards that fail to load show an error with a retry (%#)', async (answer, description) => {
  const { keyboard } = show({ 'GET /api/payment-methods': inTurn(answer, cards(makeCard())) })
  await findToast('Failed to load payment methods', description)
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
})
