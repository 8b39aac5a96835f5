import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { BothFactorsInput, SecurityState } from '#contract/accounts/security.ts'
import { productName } from '#contract/product.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { type Account, accountOf, nameKey } from '#server/accounts/identity/account.rules.ts'
import { findLogin } from '#server/accounts/identity/credentials.repository.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { SessionKey } from '#server/accounts/sessions/session.rules.ts'
import { replaceSessions, type Visitor } from '#server/accounts/sessions/session.usecases.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { clearRateLimit, hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { fromTemplate, type Mail, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { assertPassword, assertPasswordUnchanged } from './password-change.usecases.ts'
import * as repository from './two-factor.repository.ts'

/** Only counts after the right password or for signed-in users, so strangers cannot use it up. */
const codeLimit = limitPerId({
  name: 'wrong codes',
  limit: 20,
  windowSeconds: 3600,
  firstWaitSeconds: 60,
  maxWaitSeconds: 3600,
})

/** The secret of the authenticator app; null if two-factor is off. */
export async function secondFactorOf(db: Queryable, userId: number): Promise<string | null> {
  const twoFactor = await repository.findTwoFactor(db, userId)
  return twoFactor?.isOn === true ? twoFactor.secret : null
}

/** Checks the code after the password was right. */
export async function isRightCode(
  deps: Deps,
  { userId, secret, code = '' }: { userId: number; secret: string; code: string | undefined },
): Promise<boolean> {
  if (code === '') throw new Refusal('TWO_FACTOR_REQUIRED')
  return limitCodes(
    deps,
    userId,
    async () => (await isCode(deps, userId, secret, code)) || isRecoveryCode(deps, userId, code),
  )
}

async function limitCodes(deps: Deps, userId: number, isRight: () => Promise<boolean>): Promise<boolean> {
  await hitRateLimit(deps.db, codeLimit(userId), deps.clock.now())
  if (!(await isRight())) return false
  await clearRateLimit(deps.db, codeLimit(userId))
  return true
}

/** Requires both factors, so that a stolen password alone cannot weaken two-factor sign-in. */
async function withBothFactors<T>(
  deps: Deps,
  account: Account,
  { currentPassword, code }: BothFactorsInput,
  weaken: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const passwordHash = await assertPassword(deps, account, currentPassword)
  const secret = orRefuse(await secondFactorOf(deps.db, account.id), 'TWO_FACTOR_OFF')
  if (!(await isRightCode(deps, { userId: account.id, secret, code })))
    throw new Refusal('INVALID_REQUEST', wrongCode())
  return deps.db.transaction(async tx => {
    await assertPasswordUnchanged(tx, account, passwordHash)
    if ((await secondFactorOf(tx, account.id)) !== secret) throw new Refusal('TWO_FACTOR_OFF')
    return weaken(tx)
  })
}

async function isCode({ db, clock }: Deps, userId: number, secret: string, code: string): Promise<boolean> {
  const step = stepOfCode(secret, code, clock.now())
  return step !== null && repository.useStep(db, userId, step)
}

const isRecoveryCode = ({ db, clock }: Deps, userId: number, code: string): Promise<boolean> =>
  db.transaction(async tx => {
    if (!(await repository.takeRecoveryCode(tx, userId, hashRecoveryCode(userId, code)))) return false
    await recordSecurityEvent(tx, { kind: 'recovery-code-used', userId }, clock.now())
    return true
  })

export async function readSecurity({ db }: Deps, { id }: Account): Promise<SecurityState> {
  const twoFactor = await repository.findTwoFactor(db, id)
  const recoveryCodesLeft = await repository.countRecoveryCodes(db, id)
  return { twoFactor: { isOn: twoFactor?.isOn ?? false, recoveryCodesLeft } }
}

export type TwoFactorSetup = { secret: string; uri: string }

export async function beginTwoFactor(deps: Deps, account: Account, password: string): Promise<TwoFactorSetup> {
  const passwordHash = await assertPassword(deps, account, password)
  const secret = newTotpSecret()
  await deps.db.transaction(async tx => {
    await assertPasswordUnchanged(tx, account, passwordHash)
    if (!(await repository.beginTwoFactor(tx, account.id, secret))) throw new Refusal('TWO_FACTOR_ON')
  })
  return { secret, uri: totpUri(secret, account.username) }
}

/** Turns two-factor on with a first code. Ends all other sessions. Returns the recovery codes, once. */
export async function confirmTwoFactor(
  deps: Deps,
  account: Account,
  { code, visitor }: { code: string; visitor: Visitor },
): Promise<{ recoveryCodes: string[]; session: SessionKey }> {
  const begun = await findBegun(deps.db, account.id)
  if (!(await limitCodes(deps, account.id, () => isCode(deps, account.id, begun.secret, code))))
    throw new Refusal('INVALID_REQUEST', wrongCode())
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    if (!(await repository.confirmTwoFactor(tx, { userId: account.id, secret: begun.secret, now }))) {
      await findBegun(tx, account.id)
      throw new Refusal('INVALID_REQUEST', wrongCode())
    }
    await recordSecurityEvent(tx, { kind: 'two-factor-on', userId: account.id }, now)
    await sendMail(deps, tx, noticeTo(account, 'two-factor-on'))
    const session = await replaceSessions(tx, { userId: account.id, visitor, now })
    return { recoveryCodes: await setRecoveryCodes(tx, account.id), session }
  })
}

async function findBegun(db: Queryable, userId: number): Promise<repository.TwoFactor> {
  const found = orRefuse(await repository.findTwoFactor(db, userId), 'TWO_FACTOR_OFF')
  if (found.isOn) throw new Refusal('TWO_FACTOR_ON')
  return found
}

function wrongCode() {
  const { message } = new Refusal('WRONG_CODE')
  return { message, issues: [{ path: 'code', message }] }
}

export async function renewRecoveryCodes(deps: Deps, account: Account, proof: BothFactorsInput): Promise<string[]> {
  return withBothFactors(deps, account, proof, async tx => {
    await recordSecurityEvent(tx, { kind: 'recovery-codes-renewed', userId: account.id }, deps.clock.now())
    return setRecoveryCodes(tx, account.id)
  })
}

async function setRecoveryCodes(tx: Queryable, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await repository.replaceRecoveryCodes(
    tx,
    userId,
    codes.map(code => hashRecoveryCode(userId, code)),
  )
  return codes
}

export async function removeTwoFactor(deps: Deps, account: Account, proof: BothFactorsInput): Promise<void> {
  await withBothFactors(deps, account, proof, async tx => {
    await repository.deleteTwoFactor(tx, account.id)
    await recordSecurityEvent(tx, { kind: 'two-factor-off', userId: account.id }, deps.clock.now())
    await sendMail(deps, tx, noticeTo(account, 'two-factor-off'))
  })
}

/** For a user who has lost phone and codes. The operator must first verify who is asking. */
export async function removeTwoFactorOf(deps: Deps, username: string): Promise<void> {
  const login = await findLogin(deps.db, { key: nameKey(username), email: username })
  if (login === undefined) throw new Refusal('NOT_FOUND', { message: `There is no user "${username}".` })
  if ((await secondFactorOf(deps.db, login.id)) === null)
    throw new Refusal('TWO_FACTOR_OFF', { message: `"${login.username}" has no two-factor sign-in.` })
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await repository.deleteTwoFactor(tx, login.id)
    await recordSecurityEvent(tx, { kind: 'two-factor-off', userId: login.id, actorId: null }, now)
    const owner = accountOf(login, now)
    await sendMail(deps, tx, { ...noticeTo(owner, 'two-factor-off'), cause: 'us' })
  })
}

const noticeTo = (account: Account, template: 'two-factor-on' | 'two-factor-off'): Mail => ({
  ...toOwner(account),
  content: fromTemplate(template, { typed: { username: account.username } }),
  ifFull: { refuse: 'changes of two-factor sign-in', unlessByOthers: true },
})

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 15

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

const newTotpSecret = (): string => new Secret({ size: 20 }).base32
/** The URI that authenticator apps read from the QR code. */
const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString()

/** The time step of a valid code, allowing one step of clock difference; null for a wrong code. */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totpOf(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Codes for a lost phone: "abcd-efgh-ijkl-mnop-qrst-uvwx". With 120 random bits each, a plain hash is enough. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32.toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })

const hashRecoveryCode = (userId: number, code: string): Uint8Array =>
  hash('sha256', `${userId}\n${code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')}`, 'buffer')
