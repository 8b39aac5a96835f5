import { z } from 'zod'
import { endpoint, Said, FileOf } from '../endpoint.ts'
import { listOf, ListQuery } from '../lists.ts'
import { whenMissing } from '../messages.ts'
import { NoBody } from '../no-body.ts'
import { IdParams } from '../row-id.ts'
import { Email, NewPassword } from './account.ts'
import { SecurityEventKind } from './security-events.ts'

const currentMessage = 'Please enter your password'
export const CurrentPassword = z.string(whenMissing(currentMessage)).min(1, currentMessage).max(200)
/** The part of a mailed link after '#'. */
const LinkToken = z.string().max(200)

export const ForgotPasswordInput = z.strictObject({ email: Email })
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>
export const ResetPasswordInput = z.strictObject({ token: LinkToken, newPassword: NewPassword })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>
export const LinkInput = z.strictObject({ token: LinkToken })
export type LinkInput = z.infer<typeof LinkInput>
export const ChangePasswordInput = z.strictObject({ currentPassword: CurrentPassword, newPassword: NewPassword })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>
export const PasswordInput = z.strictObject({ currentPassword: CurrentPassword })
export type PasswordInput = z.infer<typeof PasswordInput>
const Code = z.string(whenMissing('Please enter the code')).trim().min(1, 'Please enter the code').max(40)
export const CodeInput = z.strictObject({ code: Code })
export type CodeInput = z.infer<typeof CodeInput>
/** Weakening two-factor sign-in requires both factors. */
export const BothFactorsInput = z.strictObject({ currentPassword: CurrentPassword, code: Code })
export type BothFactorsInput = z.infer<typeof BothFactorsInput>

export const SecurityState = z.object({
  twoFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
})
export type SecurityState = z.infer<typeof SecurityState>

export const AccountEvent = z.object({
  id: z.number().int(),
  kind: SecurityEventKind,
  /** "Firefox on Linux", or the name of an API key, if known. */
  device: z.string().nullable(),
  isByAdministrator: z.boolean(),
  at: z.iso.datetime(),
})
export type AccountEvent = z.infer<typeof AccountEvent>

export const SignedInDevice = z.object({
  id: z.number().int(),
  /** "Firefox on Linux" */
  device: z.string(),
  signedInAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const TwoFactorSetup = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** The same for an app's camera: otpauth://… */
  uri: z.string(),
})
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Request a password reset link; the answer is the same for every address. */
export const forgotPassword = endpoint('POST', '/api/forgot-password', {
  access: 'public',
  body: ForgotPasswordInput,
  replies: { 202: Said },
})
/** Set a new password with the link from a mail; ends all sessions. */
export const resetPassword = endpoint('POST', '/api/reset-password', {
  access: 'public',
  body: ResetPasswordInput,
  replies: { 200: Said },
})
export const verifyEmail = endpoint('POST', '/api/verify-email', {
  access: 'public',
  body: LinkInput,
  replies: { 200: Said },
})
export const resendVerification = endpoint('POST', '/api/verify-email/resend', {
  limit: 'mail',
  body: NoBody,
  replies: { 202: Said },
})
/** Undo an email change with the link sent to the former address; ends all sessions. */
export const undoEmailChange = endpoint('POST', '/api/undo-email', {
  access: 'public',
  body: LinkInput,
  replies: { 200: Said },
})
export const getSecurity = endpoint('GET', '/api/account/security', { replies: { 200: SecurityState } })
/** The account's security events, newest first; without a limit, the newest 5000. */
export const getAccountEvents = endpoint('GET', '/api/account/security-events', {
  query: ListQuery,
  replies: { 200: listOf(AccountEvent) },
})
/** Change the password; ends all sessions and starts a new one. */
export const changePassword = endpoint('POST', '/api/account/password', {
  limit: 'mail',
  body: ChangePasswordInput,
  replies: { 200: Said },
})
export const getSessions = endpoint('GET', '/api/account/sessions', { replies: { 200: z.array(SignedInDevice) } })
export const endOneSession = endpoint('DELETE', '/api/account/sessions/:id', {
  params: IdParams,
  replies: { 200: z.array(SignedInDevice) },
})
export const endOtherSessions = endpoint('DELETE', '/api/account/sessions', {
  replies: { 200: z.array(SignedInDevice) },
})
export const beginTwoFactor = endpoint('POST', '/api/account/two-factor', {
  body: PasswordInput,
  replies: { 200: TwoFactorSetup },
})
/** Turn on two-factor sign-in with a first code. Returns the recovery codes once, and ends all other sessions. */
export const confirmTwoFactor = endpoint('POST', '/api/account/two-factor/confirm', {
  limit: 'mail',
  body: CodeInput,
  replies: { 200: RecoveryCodes },
})
export const renewRecoveryCodes = endpoint('POST', '/api/account/two-factor/recovery-codes', {
  limit: 'mail',
  body: BothFactorsInput,
  replies: { 200: RecoveryCodes },
})
export const removeTwoFactor = endpoint('POST', '/api/account/two-factor/remove', {
  limit: 'mail',
  body: BothFactorsInput,
  replies: { 200: Said },
})
export const deleteAccount = endpoint('POST', '/api/account/delete', { body: PasswordInput, replies: { 200: Said } })
export const downloadOwnData = endpoint('GET', '/api/account/data', {
  replies: { 200: new FileOf(['application/json']) },
})
