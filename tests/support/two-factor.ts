import type { FastifyInstance } from 'fastify'
import { TOTP } from 'otpauth'
import { productOf, type SignedIn, signUp } from './app.ts'

const password = 'correct horse battery'

/** What the authenticator app shows now, or some minutes later. */
export const codeNow = (app: FastifyInstance, secret: string, laterMinutes = 0): string =>
  new TOTP({ secret }).generate({ timestamp: productOf(app).clock.now().getTime() + laterMinutes * 60_000 })

export async function beginTwoFactor(
  app: FastifyInstance,
  { cookie }: SignedIn,
  currentPassword = password,
): Promise<string> {
  const payload = { currentPassword }
  const begun = await app.inject({ method: 'POST', url: '/api/account/two-factor', payload, headers: { cookie } })
  return begun.json<{ secret: string }>().secret
}

/** A new account with two-factor sign-in on, and its remaining session. */
export async function withTwoFactor(
  app: FastifyInstance,
): Promise<SignedIn & { secret: string; recoveryCodes: string[] }> {
  const as = await signUp(app)
  const secret = await beginTwoFactor(app, as)
  const confirmed = await app.inject({
    method: 'POST',
    url: '/api/account/two-factor/confirm',
    payload: { code: codeNow(app, secret) },
    headers: { cookie: as.cookie },
  })
  const cookie = confirmed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...as, cookie, secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}
