import { z } from 'zod'
import { Email } from '../accounts/account.ts'
import { endpoint, Said } from '../endpoint.ts'
import { oneLine } from '../messages.ts'
import { NoBody } from '../no-body.ts'
import { IdParams } from '../row-id.ts'

export const suppressionKinds = ['phone', 'email', 'domain', 'place'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

export const Suppression = z.object({
  id: z.number().int(),
  kind: z.enum(suppressionKinds),
  /** Phone in digits with the country code; email; domain; or a place's key. */
  value: z.string(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
})
export type Suppression = z.infer<typeof Suppression>

const entryMessage = 'Please enter a phone number, email, domain, or place'
export const SuppressionInput = z.strictObject({
  value: z.string(entryMessage).trim().min(3, entryMessage).max(300),
  reason: z.string().trim().max(200).optional(),
})
export type SuppressionInput = z.infer<typeof SuppressionInput>

export const RemovalRequest = z.object({
  id: z.number().int(),
  businessName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  websiteDomain: z.string().nullable(),
  message: z.string(),
  status: z.enum(['awaiting_mail', 'awaiting_admin', 'removed', 'refused']),
  createdAt: z.iso.datetime(),
})
export type RemovalRequest = z.infer<typeof RemovalRequest>

const nameMessage = 'Please enter the name of the business'
export const RemovalInput = z.strictObject({
  businessName: z.string(nameMessage).overwrite(oneLine).min(2, nameMessage).max(200),
  email: Email,
  phone: z.string().trim().max(40).optional(),
  website: z.string().trim().max(300).optional(),
  message: z.string().trim().max(2000).optional(),
})
export type RemovalInput = z.infer<typeof RemovalInput>

/** A business asks to be removed; a mail to its own domain, or an administrator, confirms it. */
export const askForRemoval = endpoint('POST', '/api/removal-requests', {
  access: 'public',
  body: RemovalInput,
  replies: { 202: Said },
})
export const confirmRemoval = endpoint('POST', '/api/removal-requests/confirm', {
  access: 'public',
  body: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not valid') }),
  replies: { 200: Said },
})
export const getRemovalRequests = endpoint('GET', '/api/admin/removal-requests', {
  access: 'admin',
  replies: { 200: z.array(RemovalRequest) },
})
export const decideRemoval = endpoint('POST', '/api/admin/removal-requests/:id', {
  access: 'admin',
  params: IdParams,
  body: z.strictObject({ decision: z.enum(['remove', 'refuse']) }),
  replies: { 200: RemovalRequest },
})
export const getSuppressions = endpoint('GET', '/api/admin/suppressions', {
  access: 'admin',
  replies: { 200: z.array(Suppression) },
})
export const addSuppression = endpoint('POST', '/api/admin/suppressions', {
  access: 'admin',
  body: SuppressionInput,
  replies: { 200: Suppression },
})
export const deleteSuppression = endpoint('DELETE', '/api/admin/suppressions/:id', {
  access: 'admin',
  params: IdParams,
  body: NoBody,
  replies: { 200: Said },
})
