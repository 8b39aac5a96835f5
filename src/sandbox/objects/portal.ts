import type { Books } from '../books.ts'
import { newId } from '../ids.ts'
import type { Objects } from '../wire.ts'
import { liveCustomer, mergeMetadata } from './customers.ts'

type Configuration = Objects['billing_portal.configuration']
type Features = Configuration['features']
export type PortalInput = {
  business_profile?: { headline?: string | undefined } | undefined
  features?:
    | {
        customer_update?: Partial<Features['customer_update']> | undefined
        invoice_history?: Features['invoice_history'] | undefined
        payment_method_update?: { enabled: boolean } | undefined
        subscription_cancel?: { enabled: boolean } | undefined
        subscription_update?: { enabled: boolean } | undefined
      }
    | undefined
  metadata?: Record<string, string> | undefined
}

/** What customers may do on the portal's page. */
export function createPortal(books: Books, input: PortalInput): Configuration {
  const portal = books.add('billing_portal.configuration', {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: books.now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: books.now,
  })
  return fill(books, portal, input)
}

export const updatePortal = async (books: Books, id: string, input: PortalInput): Promise<Configuration> =>
  fill(books, await books.get('billing_portal.configuration', id), input)

function fill(books: Books, portal: Configuration, { business_profile: profile, features, metadata }: PortalInput) {
  portal.business_profile.headline = profile?.headline ?? portal.business_profile.headline
  for (const [name, feature] of Object.entries(features ?? {}))
    if (feature !== undefined) Object.assign(portal.features[name as keyof Features], feature)
  if (metadata !== undefined) portal.metadata = mergeMetadata(portal.metadata, metadata)
  portal.updated = books.now
  return portal
}

export async function openPortal(
  books: Books,
  input: { customer: string; configuration: string; return_url?: string | undefined },
): Promise<Objects['billing_portal.session']> {
  const { id: customer } = await liveCustomer(books, input.customer)
  const { id: configuration } = await books.get('billing_portal.configuration', input.configuration, 'configuration')
  const id = newId('bps')
  return books.add('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration,
    created: books.now,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: input.return_url ?? null,
    url: `${books.environment.address}/portal/${id}`,
  })
}
