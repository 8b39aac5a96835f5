import Stripe from 'stripe'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type PaymentMode, paymentModeOf } from '#server/platform/config/payment-settings.rules.ts'
import { boundedHttpClient } from './bounded-http-client.ts'

// A call takes at most two tries and the pause between them, and more only after a 429.
const TIMEOUT_MS = 10_000
const RETRIES = 1

/** The origins that a page with card fields may load from and connect to. */
export type ContentSources = { script: string[]; frame: string[]; connect: string[] }
export type Payments = {
  mode: PaymentMode
  /** Null if payments are off. */
  stripe: Stripe | null
  publishableKey: string
  webhookSecret: string
  /** The sandbox's card script; null with real Stripe. */
  scriptUrl: string | null
  sources: ContentSources
}
export type Provider = {
  mode: PaymentMode
  apiBase?: string | undefined
  scriptUrl?: string | undefined
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** Connects to the payment provider in the settings. The sandbox is connected elsewhere: it must be started first. */
export function openPayments(config: Config): Payments {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = config
  if (STRIPE_SECRET_KEY === undefined) return noPayments
  return connectPayments({
    mode: paymentModeOf(config),
    apiBase: config.STRIPE_API_BASE,
    scriptUrl: config.STRIPE_JS_URL,
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
  })
}

const noPayments: Payments = {
  mode: 'off',
  stripe: null,
  publishableKey: '',
  webhookSecret: '',
  scriptUrl: null,
  sources: { script: [], frame: [], connect: [] },
}

export function connectPayments(provider: Provider): Payments {
  const { mode, apiBase, scriptUrl = null, secretKey, publishableKey, webhookSecret } = provider
  const stripe = new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : addressOf(apiBase)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: boundedHttpClient(),
  })
  return {
    mode,
    stripe,
    publishableKey,
    webhookSecret,
    scriptUrl,
    sources: sourcesOf({ apiBase, scriptUrl }),
  }
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase)
  const isHttps = protocol === 'https:'
  return {
    host: hostname,
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
    protocol: isHttps ? 'https' : 'http',
  }
}

function sourcesOf({ apiBase, scriptUrl }: { apiBase: string | undefined; scriptUrl: string | null }): ContentSources {
  if (scriptUrl !== null) {
    const origins = [
      ...new Set([scriptUrl, ...(apiBase === undefined ? [] : [apiBase])].map(url => new URL(url).origin)),
    ]
    return { script: origins, frame: origins, connect: origins }
  }
  return {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
  }
}

/** The provider's client. Throws a refusal if payments are off. */
export function stripeOf({ payments }: { payments: Payments }): Stripe {
  if (payments.stripe === null) throw new Refusal('PAYMENTS_UNAVAILABLE')
  return payments.stripe
}
