import type { Queryable } from './database.ts'
import { readSettings } from './sandbox.repository.ts'

export const webhookModes = ['normal', 'twice', 'late', 'reversed', 'off'] as const
export type WebhookMode = (typeof webhookModes)[number]
/** What goes wrong with calls of the API. `faults.rules.ts` says which calls each fault affects. */
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
/** Whether an invoice is paid at the moment the browser confirms its payment, or some seconds later. */
export const settlements = ['at once', 'late'] as const
export type Settlement = (typeof settlements)[number]
/** Whether a customer's address determines the tax. */
export const taxLocations = ['by address', 'invalid'] as const
export type TaxLocation = (typeof taxLocations)[number]

export type Settings = {
  /** How far the clock is ahead of real time. */
  offsetMs: number
  webhooks: WebhookMode
  fault: Fault
  /** How many more calls the fault affects; null: all until it is switched off. */
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
