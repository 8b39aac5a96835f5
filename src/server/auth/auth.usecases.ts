import type { LoginInput, RegisterInput } from '#contract/account.ts'
import type { Issue } from '#contract/errors.ts'
import { errorTable } from '#contract/errors.ts'
import { type Account, accountOf, nameKey } from '../account/account.rules.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../shared/refusal.ts'
import { findLogin, findTaken, insertAccount } from './auth.repository.ts'
import { hashPassword, isPassword } from './password.ts'
import type { SessionKey } from './session.rules.ts'
import { startSession } from './session.usecases.ts'

/** Who asks: what is known before any name or password. */
export type Visitor = { address: string; device: string | undefined; session: SessionKey | null }
export type SignedIn = { account: Account; session: SessionKey }

export async function register(deps: Deps, input: RegisterInput, visitor: Visitor): Promise<SignedIn> {
  const key = nameKey(input.username)
  await assertFree(deps, { key, email: input.email })
  const passwordHash = await hashPassword(input.password)
  const now = deps.clock.now()
  const signedIn = await deps.db.transaction(async tx => {
    const row = await insertAccount(tx, {
      username: input.username,
      key,
      email: input.email,
      passwordHash,
      firstName: input.firstName || null,
      lastName: input.lastName || null,
      now,
    })
    if (row === undefined) return undefined
    const session = await startSession(tx, { userId: row.id, replaces: visitor.session, now })
    return { account: accountOf(row, now), session }
  })
  if (signedIn !== undefined) return signedIn
  // Somebody else took the name or the e-mail since it was found free.
  await assertFree(deps, { key, email: input.email })
  throw new Refusal('UNAVAILABLE')
}

async function assertFree(deps: Deps, wanted: { key: string; email: string }): Promise<void> {
  const taken = await findTaken(deps.db, wanted)
  const issues: Issue[] = []
  if (taken.username) issues.push({ path: 'username', message: errorTable.USERNAME_TAKEN.message })
  if (taken.email) issues.push({ path: 'email', message: errorTable.EMAIL_TAKEN.message })
  if (issues.length > 0) throw new Refusal(taken.username ? 'USERNAME_TAKEN' : 'EMAIL_TAKEN', { issues })
}

/** Signs in by user name or e-mail. A wrong name and a wrong password get the same answer after the same work. */
export async function signIn(deps: Deps, { username, password }: LoginInput, visitor: Visitor): Promise<SignedIn> {
  const login = await findLogin(deps.db, { key: nameKey(username), email: username.trim() })
  const isRight = await isPassword(password, login?.password_hash)
  if (login === undefined || !isRight) throw new Refusal('WRONG_CREDENTIALS')
  const now = deps.clock.now()
  const session = await deps.db.transaction(tx =>
    startSession(tx, { userId: login.id, replaces: visitor.session, now }),
  )
  return { account: accountOf(login, now), session }
}
