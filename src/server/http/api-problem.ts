import { type ApiProblem, errorTable, type Problem } from '#contract/errors.ts'

/** A refusal as programs get it (RFC 9457). */
export function apiProblemOf(problem: Problem): ApiProblem {
  const { status, message } = errorTable[problem.errorType]
  return { type: `/docs/api#${problem.errorType}`, title: message, status, detail: problem.message, ...problem }
}
