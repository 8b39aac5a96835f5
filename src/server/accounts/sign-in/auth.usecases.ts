import type { LoginInput, RegisterInput } from '#contract/accounts/account.ts'
import type { ErrorType } from '#contract/errors.ts'
import { refuseWeakPassword } from '#server/accounts/credentials/password-policy.ts'
import { hashPassword, isPassword } from '#server/accounts/credentials/password.ts'
import { isRightCode, secondFactorOf } from '#server/accounts/credentials/two-factor.usecases.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { verificationTo } from '#server/accounts/emails/email-proof.usecases.ts'
import { dropPendingEmail, lockEmails } from '#server/accounts/emails/email.repository.ts'
import { accountOf, nameKey } from '#server/accounts/identity/account.rules.ts'
import { findLogin, lockIfPassword, type LoginRow } from '#server/accounts/identity/credentials.repository.ts'
import { takenRefusal } from '#server/accounts/identity/taken.rules.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { deviceName } from '#server/accounts/sessions/device-name.ts'
import { isKnownDevice } from '#server/accounts/sessions/device.rules.ts'
import type { SessionKey } from '#server/accounts/sessions/session.rules.ts'
import { type SignedIn, startSession, type Visitor } from '#server/accounts/sessions/session.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { sendMail } from '#server/platform/mail/mail.usecases.ts'
import { signInLimits } from './auth-limits.rules.ts'
import { limitFailures, limitSignIns, limitSignUps } from './auth-limits.usecases.ts'
import { findTaken, insertAccount } from './auth.repository.ts'

export { findTaken } from './auth.repository.ts'

export async function register(deps: Deps, input: RegisterInput, visitor: Visitor): Promise<SignedIn> {
  return limitSignUps(deps, visitor.network, async () => {
    const wanted = { key: nameKey(input.username), email: input.email, now: deps.clock.now() }
    const taken = await findTaken(deps.db, wanted)
    if (taken.username || taken.email) throw takenRefusal(taken)
    await refuseWeakPassword(deps, input.password, { owner: input, path: 'password' })
    const passwordHash = await hashPassword(input.password)
    // The name or the email may have been taken since the check.
    const signedIn = await createAccount(deps, { ...input, ...wanted, passwordHash }, visitor)
    if (signedIn === undefined) throw takenRefusal(await findTaken(deps.db, wanted))
    return signedIn
  })
}

async function createAccount(
  deps: Deps,
  input: RegisterInput & { key: string; passwordHash: string },
  visitor: Visitor,
): Promise<SignedIn | undefined> {
  const now = deps.clock.now()
  const { username, key, email, passwordHash } = input
  const names = { firstName: input.firstName || null, lastName: input.lastName || null }
  return deps.db.transaction(async tx => {
    await lockEmails(tx, email)
    const row = await insertAccount(tx, { username, key, email, passwordHash, ...names, now })
    if (row === undefined) return undefined
    await dropPendingEmail(tx, email)
    const session = await startSession(tx, { userId: row.id, visitor, now })
    await recordSecurityEvent(tx, { kind: 'registered', userId: row.id, device: deviceName(visitor.userAgent) }, now)
    // Someone may have used up this mailbox's limit. That must not prevent the sign-up: the link can be requested
    // later.
    await sendMail(deps, tx, { ...verificationTo(row.id, row.email), ifFull: 'skip' })
    return { account: accountOf(row, now), session }
  })
}

/**
 * Signs in by username or email. An unknown name and a wrong password get the same response after the same work. Only
 * someone with the right password learns that a code is needed or that the account is disabled.
 */
export async function signIn(
  deps: Deps,
  { username, password, code }: LoginInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const login = await findLogin(deps.db, { key: nameKey(username), email: username.trim() })
  const limits = signInLimits({
    account: login === undefined ? `name ${nameKey(username)}` : `account ${login.id}`,
    network: visitor.network,
    isKnownDevice: login !== undefined && isKnownDevice(deps.deviceKey, login.id, visitor.device),
  })
  let failure: ErrorType = 'WRONG_CREDENTIALS'
  let secret: string | null = null
  const isRight = await limitFailures(deps, limits, async () => {
    const isKnown = await limitSignIns(deps, limits, () => isPassword(password, login?.password_hash))
    if (!isKnown || login === undefined) return false
    if (login.disabled_at !== null) throw new Refusal('ACCOUNT_DISABLED')
    failure = 'WRONG_CODE'
    secret = await secondFactorOf(deps.db, login.id)
    return secret === null || isRightCode(deps, { userId: login.id, secret, code })
  })
  const session = login && isRight ? await beginSession(deps, { login, secret }, visitor) : undefined
  if (login !== undefined && session !== undefined) return { account: accountOf(login, deps.clock.now()), session }
  const refused = { userId: login?.id ?? null, actorId: null, device: deviceName(visitor.userAgent) }
  await recordSecurityEvent(deps.db, { kind: 'sign-in-failed', ...refused }, deps.clock.now())
  throw new Refusal(isRight ? 'WRONG_CREDENTIALS' : failure)
}

/** Undefined if the password or second factor changed during the sign-in. */
const beginSession = (
  deps: Deps,
  { login, secret }: { login: LoginRow; secret: string | null },
  visitor: Visitor,
): Promise<SessionKey | undefined> =>
  deps.db.transaction(async tx => {
    if (!(await lockIfPassword(tx, login.id, login.password_hash)) || (await secondFactorOf(tx, login.id)) !== secret)
      return undefined
    const now = deps.clock.now()
    await recordSecurityEvent(tx, { kind: 'signed-in', userId: login.id, device: deviceName(visitor.userAgent) }, now)
    return startSession(tx, { userId: login.id, visitor, now })
  })
