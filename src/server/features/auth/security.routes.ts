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
import { confirmed, type Serve } from '#server/http/serve.ts'

export function securityRoutes(serve: Serve, deps: Deps): void {
  linkRoutes(serve, deps)
  sessionRoutes(serve, deps)
  twoFactorRoutes(serve, deps)
  serve(contract.getSecurity, async ({ account }) => twoFactor.readSecurity(deps, account))
  serve(contract.getAccountEvents, async ({ account, query }) => listAccountEvents(deps, account.id, query))
  serve(contract.changePassword, async ({ account, request, reply, body }) => {
    const session = await changePassword(deps, { account, visitor: visitorOf(deps, request) }, body)
    setSessionCookies(deps, reply, session)
    return { message: 'Your password was changed.' }
  })
}

function linkRoutes(serve: Serve, deps: Deps): void {
  serve(contract.forgotPassword, async ({ network, body }) => {
    await requestReset(deps, { email: body.email, network })
    const message = 'If there is an account with this email, we have sent it a link to set a new password.'
    return { message }
  })
  serve(contract.resetPassword, async ({ request, reply, body }) => {
    await resetPassword(deps, body)
    await forgetEndedSession(deps, request, reply)
    return { message: 'The password was changed.' }
  })
  serve(contract.verifyEmail, async ({ body }) => confirmed(verifyEmail(deps, body.token), 'Your email is confirmed.'))
  serve(contract.resendVerification, async ({ account }) => {
    const isSent = await resendVerification(deps, account)
    return { message: isSent ? 'A new link is on its way.' : 'Your email is confirmed.' }
  })
  serve(contract.undoEmailChange, async ({ request, reply, body }) => {
    await undoEmailChange(deps, body.token)
    await forgetEndedSession(deps, request, reply)
    return { message: 'Your former email is back. All devices of that account were logged out.' }
  })
}

function sessionRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getSessions, async ({ account, sessionId }) => listSessions(deps, { userId: account.id, sessionId }))
  serve(contract.endOneSession, async ({ account, sessionId, params }) => {
    const asking = { userId: account.id, sessionId }
    await endOneSession(deps, asking, params.id)
    return listSessions(deps, asking)
  })
  serve(contract.endOtherSessions, async ({ account, sessionId }) => {
    const asking = { userId: account.id, sessionId }
    await endOtherSessions(deps, asking)
    return listSessions(deps, asking)
  })
}

function twoFactorRoutes(serve: Serve, deps: Deps): void {
  serve(contract.beginTwoFactor, async ({ account, body }) =>
    twoFactor.beginTwoFactor(deps, account, body.currentPassword),
  )
  serve(contract.confirmTwoFactor, async ({ account, request, reply, body }) => {
    const asking = { code: body.code, visitor: visitorOf(deps, request) }
    const { recoveryCodes, session } = await twoFactor.confirmTwoFactor(deps, account, asking)
    setSessionCookies(deps, reply, session)
    return { recoveryCodes }
  })
  serve(contract.renewRecoveryCodes, async ({ account, body }) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(deps, account, body),
  }))
  serve(contract.removeTwoFactor, async ({ account, body }) =>
    confirmed(twoFactor.removeTwoFactor(deps, account, body), 'Two-factor sign-in is off.'),
  )
}
