import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Tier } from './plans.ts'

export const User = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  subscriptionTier: Tier,
  /** active, canceled; anything else is shown as inactive. */
  subscriptionStatus: z.string(),
  isAdmin: z.boolean(),
  /** `UNLIMITED` when the plan never stops a search. */
  remainingSearches: z.number().int(),
  searchQuota: z.number().int(),
  /** The month's quota and bought leads together. */
  remainingContactPulls: z.number().int(),
  contactPullQuota: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

export const Username = z.string().min(3, 'Username must be at least 3 characters').max(50)
export const Email = z
  .string('Please enter a valid email address')
  .max(254)
  .pipe(z.email('Please enter a valid email address'))
const Name = z.string().max(100)

export const LoginInput = z.strictObject({
  username: z.string('Username is required').min(1, 'Username is required').max(254),
  password: z.string('Password is required').min(1, 'Password is required').max(200),
})
export type LoginInput = z.infer<typeof LoginInput>

export const RegisterInput = z.strictObject({
  username: Username,
  email: Email,
  password: z.string().min(8, 'Password must be at least 8 characters').max(200),
  firstName: Name.optional(),
  lastName: Name.optional(),
})
export type RegisterInput = z.infer<typeof RegisterInput>

const Nothing = z.strictObject({}).optional()

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  summary: 'The signed-in user, with what is left of the quota',
  replies: { 200: User },
})
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'Sign in; sets the session cookie',
  body: LoginInput,
  replies: { 200: User },
})
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: 'Create an account and sign in',
  body: RegisterInput,
  replies: { 201: User },
})
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  summary: 'End this session',
  body: Nothing,
  replies: { 200: z.object({ message: z.string() }) },
})
