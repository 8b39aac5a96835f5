import type { Queryable } from './database.ts'
import { readSettings } from './sandbox.repository.ts'

export const webhookModes = ['normal', 'twice', 'late', 'reversed', 'off'] as const
export type WebhookMode = (typeof webhookModes)[number]
/** What befalls calls of the API; `faults.rules.ts` says which calls each of them befalls. */
export const faults = [
  'none',
  'slow',
  'error',
  'stored error',
  'garbage',
  'answer lost',
  'answers lost',
  'busy',
  'busy, no hint',
] as const
export type Fault = (typeof faults)[number]
/** Whether an invoice is paid in the moment of a payment that the browser confirmed, or seconds after it. */
export const settlements = ['at once', 'late'] as const
export type Settlement = (typeof settlements)[number]
/** Whether the address of a customer is good enough to find their tax. */
export const taxLocations = ['by address', 'invalid'] as const
export type TaxLocation = (typeof taxLocations)[number]

export type Settings = {
  /** What the product's clock is ahead of the base clock. */
  offsetMs: number
  webhooks: WebhookMode
  fault: Fault
  /** How many more calls the fault befalls; null: all until it is switched off. */
  faultCalls: number | null
  settlement: Settlement
  taxLocation: TaxLocation
}
const defaults: Settings = {
  offsetMs: 0,
  webhooks: 'normal',
  fault: 'none',
  faultCalls: null,
  settlement: 'at once',
  taxLocation: 'by address',
}

export async function loadSettings(db: Queryable): Promise<Settings> {
  const rows = await readSettings(db)
  return { ...defaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
