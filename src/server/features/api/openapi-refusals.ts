import { type Endpoint, keyScopeOf } from '#contract/endpoint.ts'
import { errorTable, type ErrorType, type Problem } from '#contract/errors.ts'
import { featureMessages } from '#contract/plans.ts'
import { apiProblemOf } from '#server/http/api-problem.ts'
import type { Json } from './openapi-schemas.ts'

export const headersNamed = (...names: string[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
export const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const always: ErrorType[] = ['INVALID_API_KEY', 'FEATURE_NOT_IN_PLAN', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE']
const ofBodies: ErrorType[] = ['INVALID_REQUEST', 'TOO_SLOW', 'TOO_LARGE', 'UNSUPPORTED_TYPE']
const ofWrites: ErrorType[] = ['IDEMPOTENCY_KEY_REUSED', 'UNCONFIRMED']

/** All errors of an endpoint: its own errors, and those that depend on its method and input. */
export function refusalsOf(endpoint: Endpoint): ErrorType[] {
  const { method, params, query, body, refuses = [] } = endpoint
  const all = new Set<ErrorType>([
    ...always,
    ...refuses,
    ...(keyScopeOf(endpoint) !== 'read' ? (['KEY_SCOPE_TOO_SMALL'] as const) : []),
    ...(params === undefined ? [] : (['INVALID_REQUEST', 'NOT_FOUND'] as const)),
    ...(query === undefined ? [] : (['INVALID_REQUEST'] as const)),
    ...(body === undefined ? [] : ofBodies),
    ...(method === 'GET' ? [] : ofWrites),
  ])
  return [...all].toSorted((a, b) => errorTable[a].status - errorTable[b].status || a.localeCompare(b))
}

/** The error responses by status. Each error has an example. */
export function refusalResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(refusalsOf(endpoint), errorType => errorTable[errorType].status)
  return Object.fromEntries(
    [...byStatus].map(([status, errorTypes]) => [
      status,
      {
        description: errorTypes.map(errorType => `\`${errorType}\``).join(', '),
        headers: headersOf(status),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              errorTypes.map(errorType => [errorType, { $ref: `#/components/examples/${errorType}` }]),
            ),
          },
        },
      },
    ]),
  )
}

function headersOf(status: number): Json {
  if (status === 401) return headersNamed('WWW-Authenticate')
  const retry = status === 429 || status === 503 ? ['Retry-After'] : []
  // The service itself may fail before it knows the key.
  return headersNamed(...(status < 500 ? limitHeaders : []), ...retry)
}

const messages: Partial<Record<ErrorType, string>> = { FEATURE_NOT_IN_PLAN: featureMessages.api }
const details: Partial<Record<ErrorType, Pick<Problem, 'issues' | 'choices'>>> = {
  INVALID_REQUEST: { issues: [{ path: 'radius', message: 'Number must be less than or equal to 30' }] },
  AMBIGUOUS_LOCATION: { choices: [{ label: 'Springfield, IL', location: 'Springfield, IL' }] },
  CATEGORY_UNSURE: {
    choices: [
      { label: 'Landscaping', category: 'Landscaping', count: 41 },
      { label: 'Businesses named “yard works”', category: '"yard works"', count: 2 },
    ],
  },
}

export function refusalExamples(errorTypes: Iterable<ErrorType>): Json {
  return Object.fromEntries(
    Array.from(errorTypes, errorType => {
      const message = messages[errorType] ?? errorTable[errorType].message
      return [errorType, { value: apiProblemOf({ message, errorType, ...details[errorType] }) }]
    }),
  )
}
