import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ApiKey } from './api-keys.ts'
import { Webhook } from './webhooks.ts'

/** What gives programs access to an account, and outlives its sessions. */
export const Programs = z.object({
  /** Those that are not revoked, newest first. */
  apiKeys: z.array(ApiKey.pick({ id: true, name: true, ending: true, scope: true, lastUsedAt: true, expiresAt: true })),
  /** Newest first. */
  webhooks: z.array(Webhook.pick({ id: true, url: true, state: true })),
})
export type Programs = z.infer<typeof Programs>

export const getPrograms = endpoint('GET', '/api/account/programs', { replies: { 200: Programs } })
/** Revokes all API keys, and puts all webhooks on hold until they are turned on again. */
export const stopPrograms = endpoint('DELETE', '/api/account/programs', { replies: { 200: Programs } })
