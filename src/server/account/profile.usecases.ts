import type { ProfileInput } from '#contract/account.ts'
import { assertPassword, assertPasswordStands } from '../auth/password-change.usecases.ts'
import { emailChanged } from '../auth/former-email.usecases.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { Deps } from '../deps.ts'
import { hitRateLimit, type RateLimit } from '../shared/rate-limit.ts'
import { Refusal } from '../shared/refusal.ts'
import { type Account, accountOf, type AccountRow, nameKey } from './account.rules.ts'
import { findTakenByOthers, type ProfileChange, updateProfile } from './profile.repository.ts'
import { takenRefusal } from './taken.rules.ts'

/** Changes the fields that are given. A user name or email of another account is refused, field by field. */
export async function changeProfile(deps: Deps, account: Account, input: ProfileInput): Promise<Account> {
  const change: ProfileChange = {
    userId: account.id,
    username: input.username ?? null,
    key: input.username === undefined ? null : nameKey(input.username),
    email: input.email ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    now: deps.clock.now(),
  }
  await refuseTaken(deps, change)
  const row = await saveProfile(deps, change, { account, passwordHash: await provePassword(deps, account, input) })
  if (row === undefined) {
    await refuseTaken(deps, change)
    throw new Refusal('NOT_SIGNED_IN')
  }
  return accountOf(row, deps.clock.now())
}

/** A password that is given must be the right one; null where none is. */
async function provePassword(deps: Deps, account: Account, { currentPassword }: ProfileInput): Promise<string | null> {
  if (currentPassword === undefined || currentPassword === '') return null
  return assertPassword(deps, account, currentPassword)
}

async function saveProfile(
  deps: Deps,
  change: ProfileChange,
  { account, passwordHash }: { account: Account; passwordHash: string | null },
): Promise<AccountRow | undefined> {
  try {
    return await deps.db.transaction(async tx => {
      if (passwordHash !== null) await assertPasswordStands(tx, account, passwordHash)
      const row = await updateProfile(tx, change)
      if (row === undefined || row.email === account.email) return row
      await emailChanged(deps, tx, { account, email: row.email, hasPassword: passwordHash !== null })
      return Object.assign(row, { email_verified_at: null })
    })
  } catch (error) {
    // Somebody else may have taken the name or the email since it was found free.
    if (isUniqueViolation(error)) await refuseTaken(deps, change)
    throw error
  }
}

async function refuseTaken(deps: Deps, change: ProfileChange): Promise<void> {
  const taken = await findTakenByOthers(deps.db, change)
  if (!taken.username && !taken.email) return
  await hitRateLimit(deps.db, takenAnswersLimit(change.userId), deps.clock.now())
  throw takenRefusal(taken)
}

/** Refusals tell which names and emails are taken: nobody is to ask for lists of them. */
const takenAnswersLimit = (userId: number): RateLimit => ({
  name: 'refused profiles of an account',
  key: String(userId),
  limit: 30,
  windowSeconds: 3600,
})
