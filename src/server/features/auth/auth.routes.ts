import type { FastifyReply } from 'fastify'
import { getUser, login, logout, register, type User } from '#contract/accounts/account.ts'
import { newDevice } from '#server/accounts/sessions/device.rules.ts'
import type { SignedIn } from '#server/accounts/sessions/session.usecases.ts'
import { register as registerAccount, signIn } from '#server/accounts/sign-in/auth.usecases.ts'
import { presentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { deviceCookie, setCookie, setSessionCookies } from '#server/http/auth-cookies.ts'
import { endSession, visitorOf } from '#server/http/request-session.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { balancesAlong } from '#server/money/usage/usage.usecases.ts'

export function authRoutes(serve: Serve, deps: Deps): void {
  const welcome = (reply: FastifyReply, { account, session }: SignedIn): Promise<User> => {
    setSessionCookies(deps, reply, session)
    setCookie(deps, reply, deviceCookie, newDevice(deps.deviceKey, account.id))
    return presentUser(deps, account)
  }

  serve(register, async ({ request, reply, body }) => {
    return welcome(reply, await registerAccount(deps, body, visitorOf(deps, request)))
  })
  serve(login, async ({ request, reply, body }) => {
    return welcome(reply, await signIn(deps, body, visitorOf(deps, request)))
  })
  serve(logout, async ({ request, reply }) => confirmed(endSession(deps, request, reply), 'Logged out'))
  serve(getUser, async ({ account, along }) => presentUser(deps, account, along), balancesAlong)
}
