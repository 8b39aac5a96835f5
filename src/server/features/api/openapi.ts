import { hash } from 'node:crypto'
import { type Endpoint, FileOf, keyScopeOf, type Schema } from '#contract/endpoint.ts'
import { type ErrorType, errorTable } from '#contract/errors.ts'
import { plansWith } from '#contract/plans.ts'
import { productName } from '#contract/product.ts'
import { idempotencyHours, requestsPerMinute } from '#contract/public-api/api-limits.ts'
import { apiV1Endpoints, apiV1Tasks, IdempotencyKey } from '#contract/public-api/api-v1.ts'
import { type PreparedAnswer, preparedAnswer } from '#server/http/prepared-answer.ts'
import { tools } from './mcp-tools.ts'
import { type Example, exampleOf } from './openapi-examples.ts'
import { headersNamed, limitHeaders, refusalExamples, refusalResponses, refusalsOf } from './openapi-refusals.ts'
import { componentSchemas, type Json, referenceTo, toolSchema } from './openapi-schemas.ts'

/** Describes the public API in OpenAPI 3.1. It is generated from the contract, so it always matches the behavior. */
export function describeApi(): Json {
  const endpoints = Object.entries<Endpoint>(apiV1Endpoints)
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const example = exampleOf(operationId, endpoint)
    const operation = { tags: [taskOf(operationId)], ...operationOf(operationId, endpoint, example) }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  const refusals = new Set<ErrorType>([
    ...endpoints.flatMap(([, endpoint]) => refusalsOf(endpoint)),
    'METHOD_NOT_ALLOWED',
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: '1',
      description: `Search places, and read, export, and work on leads, with the quota and the rules of the account. A key can send ${requestsPerMinute} requests a minute. Bodies are JSON in UTF-8. In a body, null leaves out an optional field unless its type includes null, and a number may be sent as text, or text as a number. Answers are compressed for callers that accept it.`,
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: Object.keys(apiV1Tasks).map(name => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key: \`Authorization: Bearer leadline_…\`. Accounts on ${plansWith('api')} create keys at /api-keys, with one of three scopes: "read"; "search", which can also use the quota; or "write", which can also change leads, lists, saved searches, and webhooks.`,
        },
      },
      headers,
      examples: refusalExamples(refusals),
      schemas: componentSchemas(),
    },
    // The documentation page shows the MCP tools and all values of `errorType`.
    'x-tools': Object.entries(tools).map(([name, { description, endpoint }]) => ({
      name,
      scope: keyScopeOf(endpoint),
      description,
    })),
    'x-errors': Object.fromEntries([...refusals].map(errorType => [errorType, errorTable[errorType]])),
  }
}

const descriptionText = (): string => JSON.stringify(describeApi())

let kept: PreparedAnswer | undefined
/** The description as JSON. It takes tens of milliseconds to make, so it is made when it is first asked for. */
export const apiDescription = (): PreparedAnswer => (kept ??= preparedAnswer(descriptionText()))

export const descriptionHash = (): string => hash('sha256', descriptionText())

const taskOf = (operationId: string): string | undefined =>
  Object.entries(apiV1Tasks).find(([, endpoints]) => operationId in endpoints)?.[0]

function operationOf(operationId: string, endpoint: Endpoint, example: Example): Json {
  const { summary, details, method, limit, params, query, body } = endpoint
  return {
    operationId,
    summary,
    description: [details, `Needs a key with the scope "${keyScopeOf(endpoint)}".`].filter(Boolean).join(' '),
    parameters: [
      ...parametersOf('path', params, example.params),
      ...parametersOf('query', query, example.query),
      // A preview can be repeated without a key, because it changes nothing. A key belongs to one request.
      ...(method === 'GET' || limit === 'preview' ? [] : [{ ...idempotencyParameter, example: `${operationId}-1` }]),
    ],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, example) }),
    responses: { ...goodResponsesOf(endpoint, example), ...refusalResponses(endpoint) },
  }
}

const requestBodyOf = (body: Schema, { body: example }: Example): Json => ({
  required: true,
  content: { 'application/json': { schema: referenceTo(body, 'input'), example } },
})

const integer = { type: 'integer', minimum: 0 }
const headers = {
  'RateLimit-Limit': { description: 'Requests this key can send per minute', schema: integer },
  'RateLimit-Remaining': { description: 'Requests that are left', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the limit resets', schema: integer },
  'Retry-After': { description: 'Seconds to wait before trying again', schema: integer },
  'Idempotency-Replayed': {
    description: 'true: this is the answer to the first request with this Idempotency-Key',
    schema: { const: 'true' },
  },
  'Content-Disposition': { description: 'A name for the file', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to send the key', schema: { const: 'Bearer' } },
}

function goodResponsesOf({ replies, method }: Endpoint, { answers }: Example): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => {
      const own = reply instanceof FileOf ? 'Content-Disposition' : 'Idempotency-Replayed'
      return [
        status,
        {
          description: descriptionOf(status, replies),
          headers: headersNamed(...limitHeaders, ...(method === 'GET' ? [] : [own])),
          ...(status === '204' ? {} : { content: contentOf(reply, answers[status]) }),
        },
      ]
    }),
  )
}

function descriptionOf(status: string, replies: Endpoint['replies']): string {
  if (status !== '202') return 'Done'
  return '200' in replies
    ? 'Nothing was done or charged yet: send it again with `confirmed` set to true'
    : 'Accepted: it is done in the background'
}

const contentOf = (reply: Schema | FileOf, example: unknown): Json =>
  reply instanceof FileOf
    ? contentOfFile(reply, example)
    : { 'application/json': { schema: referenceTo(reply, 'output'), example } }

/** The example belongs to the first media type, which is the default. */
const contentOfFile = ({ mediaTypes }: FileOf, example: unknown): Json =>
  Object.fromEntries(
    mediaTypes.map((mediaType, index) => [
      mediaType,
      {
        schema: mediaType === 'application/json' ? { type: 'array', items: { type: 'object' } } : { type: 'string' },
        ...(index === 0 ? { example } : {}),
      },
    ]),
  )

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A text of your choice, unique to each request. If you repeat the request within ${idempotencyHours} hours, you get the first answer, and nothing is done again`,
  schema: toolSchema(IdempotencyKey, 'input'),
}

function parametersOf(place: 'path' | 'query', schema: Schema | undefined, examples: Json = {}): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toolSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: property,
    example: examples[name],
  }))
}
