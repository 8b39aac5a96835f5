import { z } from 'zod'
import { idempotencyHours, requestsPerMinute } from '#contract/api-limits.ts'
import { apiV1Endpoints, IdempotencyKey } from '#contract/api-v1.ts'
import { csvFile, type Endpoint, jsonFile, keyScopeOf } from '#contract/endpoint.ts'
import { ApiProblem, errorTable } from '#contract/errors.ts'
import { productName } from '#contract/product.ts'

type Json = Record<string, unknown>

/** The API for programs in the words of OpenAPI 3.1, made from the contract: what is served and what is told can't differ. */
export function describeApi(): Json {
  const schemas = new SchemaCollection()
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(apiV1Endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = { operationId, ...operationOf(endpoint, schemas) }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  schemas.add('Problem', ApiProblem)
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: '1',
      description: `Search places, read and export leads. Every call carries an API key. A key may send ${requestsPerMinute} requests a minute.`,
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of an account on Elite' } },
      headers: rateLimitHeaders,
      responses: {
        Problem: {
          description: 'Refused; `errorType` says why',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      schemas: schemas.found,
    },
    // Each `errorType`, for the page that explains it.
    'x-errors': errorTable,
  }
}

function operationOf(endpoint: Endpoint, schemas: SchemaCollection): Json {
  const { summary, method, params, query, body } = endpoint
  const scope = keyScopeOf(endpoint)
  const [title = summary] = summary.split(/[.,;] /)
  const details = summary.slice(title.length).replace(/^[.,;] (.)/, (_, first: string) => first.toUpperCase())
  return {
    summary: title,
    description: `${details === '' ? '' : `${details}. `}Needs a key with the scope "${scope}".`,
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(method === 'GET' ? [] : [idempotencyParameter]),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schemas.of(body, 'input') } } } }),
    responses: { ...goodResponsesOf(endpoint, schemas), '4XX': problem, '5XX': problem },
  }
}

const problem = { $ref: '#/components/responses/Problem' }
const headerNames = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const headerTexts = ['Requests of this key in a minute', 'Those that are left', 'Seconds until they are granted again']
const rateLimitHeaders = Object.fromEntries(
  headerNames.map((name, index) => [name, { description: headerTexts[index], schema: { type: 'integer' } }]),
)

function goodResponsesOf({ replies }: Endpoint, schemas: SchemaCollection): Json {
  const headers = Object.fromEntries(headerNames.map(name => [name, { $ref: `#/components/headers/${name}` }]))
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => [
      status,
      {
        description: status === '202' ? 'Not done yet: send it again with "confirmed": true' : 'Done',
        headers,
        content:
          reply === csvFile
            ? { 'text/csv': { schema: { type: 'string' } } }
            : { 'application/json': { schema: reply === jsonFile ? {} : schemas.of(reply, 'output') } },
      },
    ]),
  )
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Of your choosing, one for each request. Sent again within ${idempotencyHours} hours, the request is not done twice: you get the first answer`,
  schema: jsonSchemaOf(IdempotencyKey, 'input'),
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** Schemas with a name stand once, under components. */
class SchemaCollection {
  readonly found: Json = {}

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $defs = {}, ...own } = jsonSchemaOf(schema, io) as Json & { $defs?: Json }
    Object.assign(this.found, $defs)
    const id = schema.meta()?.id
    if (id === undefined) return own
    this.found[id] = own
    return { $ref: `#/components/schemas/${id}` }
  }

  add(name: string, schema: z.ZodType): void {
    this.found[name] = jsonSchemaOf(schema, 'output')
  }
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: each => simplify(each, io) }) as Json
  delete made.$schema
  delete made.id
  return JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

/** An answer may get more fields one day. And that a number is one that JavaScript can hold goes without saying. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }, io: 'input' | 'output'): void {
  delete jsonSchema.id
  if (io === 'output') delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
