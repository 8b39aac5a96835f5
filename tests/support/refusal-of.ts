import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { ApiProblem, errorTable, Problem } from '#contract/errors.ts'

const shapes = [
  { type: 'application/json', shape: z.strictObject(Problem.shape) },
  { type: 'application/problem+json', shape: z.strictObject(ApiProblem.shape) },
]

/** The error type of a refusal, or the status and body of any other response. */
export function refusalOf(response: LightMyRequestResponse): string {
  const asSent = `${response.statusCode} ${response.body}`
  const shape = shapes.find(({ type }) => String(response.headers['content-type']).split(';', 1)[0] === type)?.shape
  if (response.statusCode < 400 || shape === undefined) return asSent
  const { success, data: problem } = shape.safeParse(response.json())
  return success && errorTable[problem.errorType].status === response.statusCode ? problem.errorType : asSent
}
