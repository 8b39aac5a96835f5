import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offeredPlans } from '#contract/plans.ts'
import { makePreview, makeSubscription } from '../../testing/billing.fixture.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { ok } from '../../testing/stub-api.ts'
import { buttonOf, cards, planCard, show } from './subscription.fixture.tsx'

const starter = makeUser({ subscriptionTier: 'starter' })
const pro = makeUser({ subscriptionTier: 'pro' })

test('the plans have the buttons of the current plan, of Free, and of the others', () => {
  show({}, starter)
  screen.getByRole('heading', { name: 'Choose Your Plan' })
  expect(['Free', 'Starter', 'Pro', 'Elite'].map(name => buttonOf(name).textContent)).toEqual([
    'Current',
    'Current Plan',
    'Upgrade to Pro',
    'Upgrade to Elite',
  ])
  expect(['Free', 'Starter', 'Pro', 'Elite'].map(name => buttonOf(name).disabled)).toEqual([true, true, false, false])
  planCard('Free').getByText('You return to Free when your paid plan ends.')
  planCard('Pro').getByText('Most Popular')
  expect(screen.getByRole('link', { name: /enterprise or custom plan/ }).getAttribute('href')).toBe('/contact')
})

const termsOf = (name: string) =>
  planCard(name)
    .getAllByRole('term')
    .map(term => `${term.textContent}: ${term.nextSibling?.textContent}`)

test('each plan shows its price, its quotas, what a lead costs, and its features', () => {
  show({}, starter)
  const names = ['Free', 'Starter', 'Pro', 'Elite']
  expect(names.map(name => planCard(name).getByText(/^\$\d+$/).textContent)).toEqual(['$0', '$19', '$49', '$129'])
  expect(names.map(termsOf)).toEqual([
    ['Contact pulls: 50', 'Searches: 5'],
    ['Contact pulls: 500', 'Searches: 50', 'Cost per lead: $1.60'],
    ['Contact pulls: 2,000', 'Searches: 200', 'Cost per lead: $6.80'],
    ['Contact pulls: 7,000', 'Searches: 1,000', 'Cost per lead: $48.00'],
  ])
  const features = planCard('Pro').getAllByRole('listitem')
  expect(features.map(({ textContent }) => textContent)).toEqual([
    'Basic lead information',
    'CSV export',
    'Email support',
    'Advanced search filters',
    'Priority support',
    'Not included: Advanced search and analytics',
    'Not included: Dedicated account manager',
    'Not included: API access',
  ])
})

test('a plan that was bought at another price names it, because its card shows the price of today', async () => {
  show({ 'GET /api/subscription': ok(makeSubscription({ tier: 'pro', pricePerMonthCents: 3900 })) }, pro)
  await planCard('Pro').findByText('You pay $39 a month until you change plans.')
  expect(screen.getAllByText(/until you change plans/)).toHaveLength(1)
})

test('Free is the current plan of a free user', () => {
  show()
  expect(buttonOf('Free').textContent).toBe('Current Plan')
  expect(buttonOf('Starter').textContent).toBe('Upgrade to Starter')
})

test('a plan below a complimentary one cannot be bought', async () => {
  const given = makeSubscription({ tier: 'pro', isGranted: true, renewsAt: null })
  show({ 'GET /api/subscription': ok(given), 'GET /api/payment-methods': cards() }, pro, '/subscription?plan=starter')
  await planCard('Starter').findByText('Included in your complimentary plan.')
  expect(['Starter', 'Pro', 'Elite'].map(name => buttonOf(name).disabled)).toEqual([true, true, false])
  await screen.findByText('No saved cards')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an enterprise plan has no card, and includes all plans that have one', async () => {
  const enterprise = makeUser({ subscriptionTier: 'enterprise' })
  const given = makeSubscription({ tier: 'enterprise', isGranted: true, renewsAt: null })
  show({ 'GET /api/subscription': ok(given) }, enterprise)
  await screen.findByText('Your Enterprise plan is complimentary. You are not charged for it.')
  const names = screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))
  expect(names).toEqual(offeredPlans.map(({ name }) => `${name} plan`))
  expect(['Starter', 'Pro', 'Elite'].map(name => buttonOf(name).disabled)).toEqual([true, true, true])
})

test('a downgrade to a complimentary plan costs nothing and says so', async () => {
  const givenPlan = { tier: 'starter', endsAt: '2027-03-01T00:00:00.000Z' } as const
  const preview = makePreview({
    tier: 'starter',
    takesEffect: 'period_end',
    takesEffectAt: '2026-12-15T00:00:00.000Z',
    dueNowCents: 0,
    contactPullsAdded: 0,
    nextChargeCents: 0,
    nextChargeAt: null,
    givenPlan,
  })
  show(
    {
      'GET /api/subscription': ok(makeSubscription({ givenPlan })),
      'GET /api/subscription/preview': ok(preview),
    },
    pro,
    '/subscription?plan=starter',
  )
  const change = within(await screen.findByRole('dialog', { name: 'Change to Starter' }))
  await change.findByText(
    'After that, your complimentary Starter plan continues until Feb 28, 2027. You are not charged for it.',
  )
  expect(change.queryByText(/Then every month|renews every month|is charged/)).toBeNull()
  change.getByRole('button', { name: 'Change on Dec 15, 2026' })
  screen.getByText('You return to Starter when your paid plan ends.')
})
