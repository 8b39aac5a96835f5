import { RegisterInput } from '#contract/account.ts'
import type { Problem } from '#contract/errors.ts'

type Field = keyof RegisterInput
const isField = (path: string): path is Field => path in RegisterInput.shape

/** The errors of a refused registration by field. */
export function fieldIssues(problem: Problem | undefined): { field: Field; message: string }[] {
  if (problem?.errorType === 'USERNAME_TAKEN') return [{ field: 'username', message: problem.message }]
  if (problem?.errorType === 'EMAIL_TAKEN') return [{ field: 'email', message: problem.message }]
  return (problem?.issues ?? []).flatMap(({ path, message }) => (isField(path) ? [{ field: path, message }] : []))
}
