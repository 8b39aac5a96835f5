import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { oneLine, whenMissing } from '../messages.ts'
import { IdParams } from '../row-id.ts'
import { CurrentPassword } from './security.ts'

/** What a key can do, each with the ones before: read data, search at the cost of the quota, and change data. */
export const keyScopes = ['read', 'search', 'write'] as const
export type KeyScope = (typeof keyScopes)[number]
export const keyLimit = 20
export const keyDaysLimit = 3650

export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  scope: z.enum(keyScopes),
  /** The last characters of the key, to tell it from others. */
  ending: z.string(),
  createdAt: z.iso.datetime(),
  /** To the minute; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null: it works until it is revoked. */
  expiresAt: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const nameMessage = 'Please enter a name for the key'
export const ApiKeyInput = z.strictObject({
  name: z.string(whenMissing(nameMessage)).overwrite(oneLine).min(1, nameMessage).max(60),
  scope: z.enum(keyScopes),
  /** Without it, the key never expires. */
  expiresInDays: z.number().int().min(1).max(keyDaysLimit).optional(),
  currentPassword: CurrentPassword,
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const getApiKeys = endpoint('GET', '/api/api-keys', { replies: { 200: z.object({ apiKeys: z.array(ApiKey) }) } })
/** Create an API key; only this answer contains it. */
export const createApiKey = endpoint('POST', '/api/api-keys', {
  limit: 'mail',
  feature: 'api',
  body: ApiKeyInput,
  replies: { 201: z.object({ apiKey: ApiKey, secret: z.string() }) },
})
export const revokeApiKey = endpoint('DELETE', '/api/api-keys/:id', { params: IdParams, replies: { 200: Said } })
