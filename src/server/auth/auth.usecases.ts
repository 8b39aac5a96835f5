import type { LoginInput, RegisterInput } from '#contract/account.ts'
import { accountOf, nameKey } from '../account/account.rules.ts'
import { takenRefusal } from '../account/taken.rules.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'
import { signInLimits } from './auth-limits.rules.ts'
import { limitFailures, limitSignUps } from './auth-limits.usecases.ts'
import { findLogin, findTaken, insertAccount } from './auth.repository.ts'
import { knownDevice } from './device.rules.ts'
import { hashPassword, isPassword } from './password.ts'
import type { SessionKey } from './session.rules.ts'
import { type SignedIn, startSession } from './session.usecases.ts'

/** Who asks: what is known before any name or password. */
export type Visitor = { address: string; device: string | undefined; session: SessionKey | null }

export async function register(deps: Deps, input: RegisterInput, visitor: Visitor): Promise<SignedIn> {
  const signedIn = await limitSignUps(deps, visitor.address, async () => {
    const wanted = { key: nameKey(input.username), email: input.email }
    const taken = await findTaken(deps.db, wanted)
    if (taken.username || taken.email) return taken
    const passwordHash = await hashPassword(input.password)
    // Somebody else may have taken the name or the e-mail since it was found free.
    return (await createAccount(deps, { ...input, ...wanted, passwordHash }, visitor)) ?? findTaken(deps.db, wanted)
  })
  if ('account' in signedIn) return signedIn
  throw takenRefusal(signedIn)
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
    const row = await insertAccount(tx, { username, key, email, passwordHash, ...names, now })
    if (row === undefined) return undefined
    const session = await startSession(tx, { userId: row.id, replaces: visitor.session, now })
    return { account: accountOf(row, now), session }
  })
}

/** Signs in by user name or e-mail. A wrong name and a wrong password get the same answer after the same work. */
export async function signIn(deps: Deps, { username, password }: LoginInput, visitor: Visitor): Promise<SignedIn> {
  const login = await findLogin(deps.db, { key: nameKey(username), email: username.trim() })
  const limits = signInLimits({
    account: login === undefined ? `name ${nameKey(username)}` : `account ${login.id}`,
    address: visitor.address,
    device: login === undefined ? null : knownDevice(deps.deviceKey, login.id, visitor.device),
  })
  const isRight = await limitFailures(deps, limits, () => isPassword(password, login?.password_hash))
  if (login === undefined || !isRight) throw new Refusal('WRONG_CREDENTIALS')
  const now = deps.clock.now()
  const session = await deps.db.transaction(tx =>
    startSession(tx, { userId: login.id, replaces: visitor.session, now }),
  )
  return { account: accountOf(login, now), session }
}
