import { type ApiProblem, errorTable, type Problem } from '#contract/errors.ts'

/** A refusal in the format of the public API (RFC 9457). Its detail names the field, because there is no form. */
export function apiProblemOf(problem: Problem): ApiProblem {
  const { status, message: title } = errorTable[problem.errorType]
  const { path, message } = problem.issues?.[0] ?? { path: '', message: problem.message }
  const detail = path === '' ? message : `${path}: ${message}`
  return { type: `/docs/api#${problem.errorType}`, title, status, detail, ...problem }
}
