import type { ProfileInput } from '#contract/accounts/account.ts'
import { assertPassword, assertPasswordUnchanged } from '#server/accounts/credentials/password-change.usecases.ts'
import { requestEmail, lockEmail } from '#server/accounts/emails/email-change.usecases.ts'
import { type Account, accountOf, type AccountRow, nameKey } from '#server/accounts/identity/account.rules.ts'
import { takenRefusal } from '#server/accounts/identity/taken.rules.ts'
import { findTaken } from '#server/accounts/sign-in/auth.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'
import { isUniqueViolation } from '#server/platform/database/transaction.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { type ProfileChange, updateProfile } from './profile.repository.ts'

type Asked = ProfileChange & { email: string | null }

/** Changes the given fields. A new email waits for its confirmation. Fields with a taken value are refused. */
export async function changeProfile(deps: Deps, account: Account, input: ProfileInput): Promise<Account> {
  const asked: Asked = {
    userId: account.id,
    username: input.username ?? null,
    key: input.username === undefined ? null : nameKey(input.username),
    email: input.email ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
  }
  await refuseTaken(deps, asked)
  const row = await saveProfile(deps, asked, { account, passwordHash: await checkPassword(deps, account, input) })
  return accountOf(row, deps.clock.now())
}

/** Checks the password if one is given; otherwise null. */
async function checkPassword(deps: Deps, account: Account, { currentPassword }: ProfileInput): Promise<string | null> {
  if (currentPassword === undefined || currentPassword === '') return null
  return assertPassword(deps, account, currentPassword)
}

async function saveProfile(
  deps: Deps,
  asked: Asked,
  { account, passwordHash }: { account: Account; passwordHash: string | null },
): Promise<AccountRow> {
  const { userId, email } = asked
  try {
    return await deps.db.transaction(async tx => {
      if (email !== null) await lockEmail(tx, email)
      if (passwordHash !== null) await assertPasswordUnchanged(tx, account, passwordHash)
      if (email !== null) await requestEmail(deps, tx, { userId, email, hasPassword: passwordHash !== null })
      await hitRateLimit(tx, changesLimit(userId), deps.clock.now())
      return orRefuse(await updateProfile(tx, asked), 'NOT_SIGNED_IN')
    })
  } catch (error) {
    // The name may have been taken since the check.
    if (isUniqueViolation(error)) await refuseTaken(deps, asked)
    throw error
  }
}

async function refuseTaken(deps: Deps, asked: Asked): Promise<void> {
  const now = deps.clock.now()
  const taken = await findTaken(deps.db, { ...asked, now })
  if (!taken.username && !taken.email) return
  await hitRateLimit(deps.db, takenAnswersLimit(asked.userId), now)
  throw takenRefusal(taken)
}

const changesLimit = limitPerId({ name: 'changes of your profile', limit: 60, windowSeconds: 3600 })

/** Refusals reveal which names and emails are taken, so they are limited to prevent enumeration. */
const takenAnswersLimit = limitPerId({
  name: 'changes to names or emails that are taken',
  limit: 30,
  windowSeconds: 3600,
})
