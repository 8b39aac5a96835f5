import { errorTable, type Issue } from '#contract/errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

/** Which of the two are used by another account. */
export type Taken = { username: boolean; email: boolean }

export function takenRefusal(taken: Taken): Refusal {
  const issues: Issue[] = []
  if (taken.username) issues.push({ path: 'username', message: errorTable.USERNAME_TAKEN.message })
  if (taken.email) issues.push({ path: 'email', message: errorTable.EMAIL_TAKEN.message })
  return new Refusal(taken.username ? 'USERNAME_TAKEN' : 'EMAIL_TAKEN', { issues })
}
