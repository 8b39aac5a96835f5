import type { FastifyInstance } from 'fastify'
import type { ApiKey, ApiKeyInput } from '#contract/accounts/api-keys.ts'
import type { Deps } from '#server/features/deps.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { type SignedIn, signUp } from './app.ts'

export async function signUpElite(app: FastifyInstance, deps: Deps): Promise<SignedIn> {
  const signedIn = await signUp(app)
  await grantPlan(deps, { username: signedIn.user.username, tier: 'elite' })
  return signedIn
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

export async function makeApiKey(
  app: FastifyInstance,
  { cookie }: SignedIn,
  scope: ApiKey['scope'] = 'write',
): Promise<{ apiKey: ApiKey; secret: string }> {
  const payload = { name: `To ${scope}`, scope, currentPassword: 'correct horse battery' } satisfies ApiKeyInput
  const response = await app.inject({ method: 'POST', url: '/api/api-keys', payload, headers: { cookie } })
  if (response.statusCode !== 201) throw new Error(`The key was refused: ${response.body}`)
  return response.json<{ apiKey: ApiKey; secret: string }>()
}
