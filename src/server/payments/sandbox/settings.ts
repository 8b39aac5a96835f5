import type { Queryable } from '../../db/client.ts'
import { readSettings } from './sandbox.repository.ts'

export const webhookModes = ['normal', 'twice', 'late', 'reversed', 'off'] as const
export type WebhookMode = (typeof webhookModes)[number]
export const faults = ['none', 'slow', 'error', 'garbage'] as const
/** How the API behaves: slow answers, 500s, or what is no JSON. */
export type Fault = (typeof faults)[number]

export type Settings = {
  /** What the product's clock is ahead of the base clock. */
  offsetMs: number
  webhooks: WebhookMode
  fault: Fault
}
const defaults: Settings = { offsetMs: 0, webhooks: 'normal', fault: 'none' }

export async function loadSettings(db: Queryable): Promise<Settings> {
  const rows = await readSettings(db)
  return { ...defaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
