import type Stripe from 'stripe'
import { productName } from '#contract/product.ts'

/**
 * What customers may do on the provider's own page: see invoices, change cards, and enter their tax address. They
 * change and cancel plans only on our pages, because the provider does not know the exact time of a renewal or which
 * plans were granted. They cannot change their email there, because it is always the account's.
 */
const settings = {
  business_profile: { headline: `${productName} billing` },
  features: {
    customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: false },
    subscription_update: { enabled: false },
  },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams

const MARK = 'leadline_portal'

/** Creates our configuration of the billing portal, or updates the existing one. */
export async function setUpPortal(stripe: Stripe): Promise<{ id: string; wasMade: boolean }> {
  const known = await findPortal(stripe)
  if (known !== undefined) {
    await stripe.billingPortal.configurations.update(known, settings)
    return { id: known, wasMade: false }
  }
  const { id } = await stripe.billingPortal.configurations.create({ ...settings, metadata: { [MARK]: 'yes' } })
  return { id, wasMade: true }
}

const knownPortals = new WeakMap<Stripe, string>()

/** Our configuration, created if it is missing. Looked up once per process. */
async function portalOf(stripe: Stripe): Promise<string> {
  const id = knownPortals.get(stripe) ?? (await findPortal(stripe)) ?? (await setUpPortal(stripe)).id
  knownPortals.set(stripe, id)
  return id
}

/** Ignores other configurations of the account, such as the dashboard's default, which may allow more. */
async function findPortal(stripe: Stripe): Promise<string | undefined> {
  for await (const { id, metadata } of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (metadata?.[MARK] === 'yes') return id
  return undefined
}

/** The URL of the provider's page for a customer. It is valid for a few minutes. */
export async function openPortalSession(
  stripe: Stripe,
  { customer, returnUrl }: { customer: string; returnUrl: string },
): Promise<string> {
  const configuration = await portalOf(stripe)
  const { url } = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: returnUrl })
  return url
}
