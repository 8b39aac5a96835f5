import { z } from 'zod'
import { call, type CallInput, list } from '../api/call.ts'
import { filled, flag, metadata, type Params, text } from '../api/params.ts'
import { newId } from '../fields.ts'
import type { Store } from '../store.ts'
import type { Objects } from '../wire.ts'
import { liveCustomer } from './customers.ts'

type Configuration = Objects['billing_portal.configuration']

const customerUpdate = z.strictObject({
  enabled: flag,
  allowed_updates: z.array(z.enum(['address', 'name', 'tax_id'])),
})
const enabled = z.strictObject({ enabled: flag }).optional()
const configurationParams = {
  business_profile: z.strictObject({ headline: text.optional() }).optional(),
  features: z
    .strictObject({
      customer_update: customerUpdate.optional(),
      invoice_history: enabled,
      payment_method_update: enabled,
      subscription_cancel: enabled,
      subscription_update: enabled,
    })
    .optional(),
}
const creationParams = { ...configurationParams, metadata: metadata.optional() }
const sessionParams = { customer: filled, configuration: filled, return_url: filled.optional() }

export const portalCalls = {
  'POST /v1/billing_portal/configurations': call(creationParams, createConfiguration),
  'GET /v1/billing_portal/configurations': list('billing_portal.configuration', { active: flag.optional() }),
  'POST /v1/billing_portal/configurations/:id': call(configurationParams, async ({ store, id, params }) =>
    fill(store, await store.get('billing_portal.configuration', id), params),
  ),
  'POST /v1/billing_portal/sessions': call(sessionParams, openPortal),
}

async function createConfiguration({ store, params }: CallInput<typeof creationParams>): Promise<Configuration> {
  const portal = store.add('billing_portal.configuration', {
    id: newId('bpc'),
    active: true,
    metadata: params.metadata ?? {},
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
  })
  return fill(store, portal, params)
}

function fill(store: Store, portal: Configuration, input: Params<typeof configurationParams>): Configuration {
  portal.business_profile.headline = input.business_profile?.headline ?? portal.business_profile.headline
  for (const [name, feature] of Object.entries(input.features ?? {}))
    if (feature !== undefined) Object.assign(portal.features[name as keyof Configuration['features']], feature)
  return portal
}

async function openPortal({ store, params }: CallInput<typeof sessionParams>): Promise<object> {
  const { customer, configuration, return_url = null } = params
  await liveCustomer(store, customer)
  await store.get('billing_portal.configuration', configuration, 'configuration')
  const id = newId('bps')
  const url = `${store.environment.address}/portal/${id}`
  return store.add('billing_portal.session', { id, configuration, customer, return_url, url })
}
