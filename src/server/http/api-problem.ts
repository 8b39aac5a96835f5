import { type ApiProblem, errorTable, type Problem } from '#contract/errors.ts'

/** A refusal in the format of the public API (RFC 9457). */
export function apiProblemOf(problem: Problem): ApiProblem {
  const { status, message } = errorTable[problem.errorType]
  return { type: `/docs/api#${problem.errorType}`, title: message, status, detail: problem.message, ...problem }
}
