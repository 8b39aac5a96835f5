import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/security.ts'
import { changePassword } from '#server/accounts/credentials/password-change.usecases.ts'
import * as twoFactor from '#server/accounts/credentials/two-factor.usecases.ts'
import { verifyEmail } from '#server/accounts/emails/email-change.usecases.ts'
import { resendVerification } from '#server/accounts/emails/email-proof.usecases.ts'
import { undoEmailChange } from '#server/accounts/emails/former-email.usecases.ts'
import { requestReset, resetPassword } from '#server/accounts/emails/password-reset.usecases.ts'
import { listAccountEvents } from '#server/accounts/security-log/security-log.usecases.ts'
import { endOneSession, endOtherSessions, listSessions } from '#server/accounts/sessions/session-list.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { setSessionCookies } from '#server/http/auth-cookies.ts'
import { forgetEndedSession, visitorOf } from '#server/http/request-session.ts'
import { serve } from '#server/http/serve.ts'

/** Password, email, sessions, and two-factor sign-in of an account. */
export function securityRoutes(app: FastifyInstance, deps: Deps): void {
  linkRoutes(app, deps)
  sessionRoutes(app, deps)
  twoFactorRoutes(app, deps)
  serve(app, deps, contract.getSecurity, async ({ account }) => twoFactor.readSecurity(deps, account))
  serve(app, deps, contract.getAccountEvents, async ({ account, query }) => listAccountEvents(deps, account.id, query))
  serve(app, deps, contract.changePassword, async ({ account, request, reply, body }) => {
    const session = await changePassword(deps, { account, visitor: visitorOf(deps, request) }, body)
    setSessionCookies(deps, reply, session)
    return { message: 'Your password was changed.' }
  })
}

/** Actions that mail a link, and actions that such a link performs. */
function linkRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.forgotPassword, async ({ network, body }) => {
    await requestReset(deps, { email: body.email, network })
    const message = 'If there is an account with this email, we have sent it a link to set a new password.'
    return { message }
  })
  serve(app, deps, contract.resetPassword, async ({ request, reply, body }) => {
    await resetPassword(deps, body)
    await forgetEndedSession(deps, request, reply)
    return { message: 'The password was changed.' }
  })
  serve(app, deps, contract.verifyEmail, async ({ body }) => {
    await verifyEmail(deps, body.token)
    return { message: 'Your email is confirmed.' }
  })
  serve(app, deps, contract.resendVerification, async ({ account }) => {
    const isSent = await resendVerification(deps, account)
    return { message: isSent ? 'A new link is on its way.' : 'Your email is confirmed.' }
  })
  serve(app, deps, contract.undoEmailChange, async ({ request, reply, body }) => {
    await undoEmailChange(deps, body.token)
    await forgetEndedSession(deps, request, reply)
    return { message: 'Your former email is back. All devices of that account were logged out.' }
  })
}

function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getSessions, async ({ account, sessionId }) =>
    listSessions(deps, { userId: account.id, sessionId }),
  )
  serve(app, deps, contract.endOneSession, async ({ account, sessionId, params }) => {
    const asking = { userId: account.id, sessionId }
    await endOneSession(deps, asking, params.id)
    return listSessions(deps, asking)
  })
  serve(app, deps, contract.endOtherSessions, async ({ account, sessionId }) => {
    const asking = { userId: account.id, sessionId }
    await endOtherSessions(deps, asking)
    return listSessions(deps, asking)
  })
}

function twoFactorRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.beginTwoFactor, async ({ account, body }) =>
    twoFactor.beginTwoFactor(deps, account, body.currentPassword),
  )
  serve(app, deps, contract.confirmTwoFactor, async ({ account, request, reply, body }) => {
    const asking = { code: body.code, visitor: visitorOf(deps, request) }
    const { recoveryCodes, session } = await twoFactor.confirmTwoFactor(deps, account, asking)
    setSessionCookies(deps, reply, session)
    return { recoveryCodes }
  })
  serve(app, deps, contract.renewRecoveryCodes, async ({ account, body }) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(deps, account, body),
  }))
  serve(app, deps, contract.removeTwoFactor, async ({ account, body }) => {
    await twoFactor.removeTwoFactor(deps, account, body)
    return { message: 'Two-factor sign-in is off.' }
  })
}
