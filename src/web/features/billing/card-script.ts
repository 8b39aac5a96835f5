import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { getPaymentSettings } from '#contract/billing/billing.ts'
import { call } from '../../shared/api/call.ts'

let loading: Promise<Stripe> | undefined

/** The payment provider's card script, loaded once. After a failure, the next call tries again. */
export function loadCardScript(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe> {
  const { publishableKey, sandboxScriptUrl } = await call(getPaymentSettings)
  // The sandbox's script goes first and replaces the provider's own, which is then not requested.
  if (sandboxScriptUrl !== null) await addScript(sandboxScriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('The card form did not load.')
  return stripe
}

function addScript(src: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const script = document.createElement('script')
  script.addEventListener('load', () => resolve())
  script.addEventListener('error', () => {
    script.remove()
    reject(new Error('The card form did not load.'))
  })
  script.src = src
  document.head.append(script)
  return promise
}
