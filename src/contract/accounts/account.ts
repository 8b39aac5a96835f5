import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { oneLine, whenMissing } from '../messages.ts'
import { NoBody } from '../no-body.ts'
import { tiers } from '../plans.ts'

export const User = z.object({
  id: z.number().int(),
  username: z.string(),
  /** The newest address the user gave; `emailVerified` says whether it has been confirmed. */
  email: z.string(),
  /** Signs in and gets our mail. Differs from `email` until a link sent to the new address is opened. */
  activeEmail: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  subscriptionTier: z.enum(tiers),
  /** active, canceled; anything else is shown as inactive. */
  subscriptionStatus: z.string(),
  /** The operator granted the plan: it is free and cannot be canceled. */
  isPlanGranted: z.boolean(),
  isAdmin: z.boolean(),
  /** Whether a link sent to `email` has been opened. */
  emailVerified: z.boolean(),
  /** `UNLIMITED` if the plan has no search limit. */
  remainingSearches: z.number().int(),
  searchQuota: z.number().int(),
  /** Monthly quota plus purchased leads. */
  remainingContactPulls: z.number().int(),
  /** What is left of the monthly quota; part of `remainingContactPulls`. */
  monthlyContactPulls: z.number().int(),
  /** Purchased leads that are left, used after the monthly quota; part of `remainingContactPulls`. */
  purchasedContactPulls: z.number().int(),
  contactPullQuota: z.number().int(),
  /** When the monthly quota renews. */
  renewsAt: z.iso.datetime(),
  /** The plan was canceled, or granted until then, and ends at `renewsAt`. */
  isEnding: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Trims names and treats full-width and half-width letters as the same. */
export const normalizeUsername = (name: string): string => name.normalize('NFKC').trim().replace(/ {2,}/g, ' ')
// Control characters, unusual spaces, and invisible characters; '@' would make a name look like an email.
const notInUsernames = /[\p{C}\p{DI}\u2800@]|(?! )\p{Z}/u
const usernameMessage = 'Username must be at least 3 characters'
export const Username = z
  .string(usernameMessage)
  .refine(
    name => !notInUsernames.test(name.trim()),
    'Username can contain letters, digits, symbols, and spaces, but no @',
  )
  .transform(normalizeUsername)
  .pipe(
    z
      .string()
      .min(3, usernameMessage)
      .max(50)
      .refine(name => !name.includes('@'), 'Username cannot contain an @'),
  )
const emailMessage = 'Please enter a valid email address'
export const Email = z.string(whenMissing(emailMessage)).trim().max(254).pipe(z.email(emailMessage))
const Name = z.string().overwrite(oneLine).max(100)
const passwordMessage = 'Password must be at least 8 characters'

export const NewPassword = z.string(whenMissing(passwordMessage)).min(8, passwordMessage).max(200)

export const LoginInput = z.strictObject({
  username: z.string(whenMissing('Username is required')).min(1, 'Username is required').max(254),
  password: z.string(whenMissing('Password is required')).min(1, 'Password is required').max(200),
  /** From the authenticator app, or a recovery code; required after TWO_FACTOR_REQUIRED. */
  code: z.string().trim().max(40).optional(),
})
export type LoginInput = z.infer<typeof LoginInput>

export const RegisterInput = z.strictObject({
  username: Username,
  email: Email,
  password: NewPassword,
  firstName: Name.optional(),
  lastName: Name.optional(),
})
export type RegisterInput = z.infer<typeof RegisterInput>

/** Omitted fields stay as they are; an empty first or last name removes it. */
export const ProfileInput = z.strictObject({
  firstName: Name.optional(),
  lastName: Name.optional(),
  email: Email.optional(),
  username: Username.optional(),
  /** For a new email. Without it, the former address can undo the change for a week. */
  currentPassword: z.string().max(200).optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

export const getUser = endpoint('GET', '/api/user', { replies: { 200: User } })
/** Sign in; sets the session cookie. */
export const login = endpoint('POST', '/api/login', { access: 'public', body: LoginInput, replies: { 200: User } })
export const register = endpoint('POST', '/api/register', {
  access: 'public',
  body: RegisterInput,
  replies: { 201: User },
})
export const logout = endpoint('POST', '/api/logout', { access: 'public', body: NoBody, replies: { 200: Said } })
export const changeProfile = endpoint('PATCH', '/api/profile', {
  limit: 'mail',
  body: ProfileInput,
  replies: { 200: User },
})
