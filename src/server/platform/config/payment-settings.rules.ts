/** The settings that decide where payments go. */
export type PaymentKeys = {
  NODE_ENV: string
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_BASE?: string | undefined
  STRIPE_JS_URL?: string | undefined
  PAYMENTS_SANDBOX?: 'on' | 'off' | 'even-in-production' | undefined
}
type Fault = [setting: keyof PaymentKeys, message: string]

/** Where payments go: nowhere, to the sandbox, to Stripe's test mode, or to real cards. `off`: nothing can be paid. */
export type PaymentMode = 'off' | 'sandbox' | 'test' | 'live'

export function paymentModeOf(keys: PaymentKeys): PaymentMode {
  if (keys.STRIPE_SECRET_KEY !== undefined) return isLive(keys.STRIPE_SECRET_KEY) ? 'live' : 'test'
  return keys.PAYMENTS_SANDBOX === 'off' ? 'off' : 'sandbox'
}

/** Invalid combinations of payment settings. A live key and simulated payments exclude each other. */
export function faultsOfPayments(keys: PaymentKeys): Fault[] {
  return keys.STRIPE_SECRET_KEY === undefined ? faultsWithoutKey(keys) : faultsWithKey(keys, keys.STRIPE_SECRET_KEY)
}

function faultsWithoutKey(keys: PaymentKeys): Fault[] {
  const faults: Fault[] = []
  for (const setting of [
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_BASE',
    'STRIPE_JS_URL',
  ] as const)
    if (keys[setting] !== undefined) faults.push([setting, 'Set without STRIPE_SECRET_KEY'])
  const allowed = keys.PAYMENTS_SANDBOX === 'off' || keys.PAYMENTS_SANDBOX === 'even-in-production'
  if (keys.NODE_ENV === 'production' && !allowed)
    faults.push([
      'STRIPE_SECRET_KEY',
      'Missing in production. Set PAYMENTS_SANDBOX=off to run without payments, or PAYMENTS_SANDBOX=even-in-production to simulate them',
    ])
  return faults
}

function faultsWithKey(keys: PaymentKeys, secretKey: string): Fault[] {
  const faults: Fault[] = []
  for (const setting of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (keys[setting] === undefined) faults.push([setting, 'Required with STRIPE_SECRET_KEY'])
  if (keys.STRIPE_PUBLISHABLE_KEY !== undefined && isLive(keys.STRIPE_PUBLISHABLE_KEY) !== isLive(secretKey))
    faults.push(['STRIPE_PUBLISHABLE_KEY', 'One key is live and the other a test key'])
  if (keys.PAYMENTS_SANDBOX === 'on' || keys.PAYMENTS_SANDBOX === 'even-in-production')
    faults.push(['PAYMENTS_SANDBOX', 'The sandbox does not run together with Stripe keys: unset one of them'])
  if (isLive(secretKey))
    for (const setting of ['STRIPE_API_BASE', 'STRIPE_JS_URL'] as const)
      if (!isOfStripe(keys[setting])) faults.push([setting, 'A live key is only sent to Stripe, over https'])
  return faults
}

const isLive = (key: string): boolean => key.includes('_live_')

function isOfStripe(address: string | undefined): boolean {
  if (address === undefined) return true
  const url = URL.parse(address)
  return url !== null && url.protocol === 'https:' && url.hostname.endsWith('.stripe.com')
}
