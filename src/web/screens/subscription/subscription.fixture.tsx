import { screen, within } from '@testing-library/react'
import { BillingDialogs } from '../../features/billing/billing-dialogs.tsx'
import { makeCard, makePreview, makeSubscription, realStripe } from '../../testing/billing.fixture.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, type Routes, stubApi } from '../../testing/stub-api.ts'
import SubscriptionScreen from './subscription.screen.tsx'

export const cards = (...paymentMethods: ReturnType<typeof makeCard>[]) => ok({ paymentMethods })

/** The screen of a user with a card. The server's plan matches the user's. */
export function show(routes: Routes = {}, user = makeUser(), address = '/subscription') {
  const calls = stubApi({
    'GET /api/user': ok(user),
    'GET /api/payment-settings': ok(realStripe),
    'GET /api/subscription': ok(makeSubscription({ tier: user.subscriptionTier })),
    'GET /api/subscription/preview': ok(makePreview()),
    'GET /api/payment-methods': cards(makeCard()),
    'GET /api/invoices': ok([]),
    ...routes,
  })
  const screenAndDialogs = (
    <>
      <SubscriptionScreen />
      <BillingDialogs />
    </>
  )
  return { calls, ...renderAt(address, screenAndDialogs, user) }
}

export const section = (name: string) => within(screen.getByRole('region', { name }))
export const planCard = (name: string) => within(screen.getByRole('article', { name: `${name} plan` }))
export const buttonOf = (name: string) => planCard(name).getByRole<HTMLButtonElement>('button')
