import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { apiV1Endpoints } from '#contract/public-api/api-v1.ts'
import type { Json } from './openapi-schemas.ts'
import { describeApi } from './openapi.ts'

// As served: JSON leaves out undefined values.
const description = JSON.parse(JSON.stringify(describeApi())) as {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        description: string
        parameters: (Field & { name: string; example?: string })[]
        responses: Record<string, { description: string; headers: Json }>
      }
    >
  >
  components: { schemas: Record<string, Json> }
}
const { schemas } = description.components
const operations = Object.values(description.paths).flatMap(methods => Object.values(methods))

test('the description of the API is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(description) as Json)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it describes every endpoint of the contract, and nothing else, with a summary', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(apiV1Endpoints).toSorted())
  expect(operations.filter(operation => !('summary' in operation))).toEqual([])
})

test('the examples can be sent one after another: none has the Idempotency-Key of another', () => {
  const keys = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, example }) => (name === 'Idempotency-Key' ? (example ?? '') : [])),
  )
  expect(keys).toContain('createSearch-1')
  expect(new Set(keys).size).toBe(keys.length)
})

test('every answer to a valid key describes the limit headers, unless the service itself fails', () => {
  const silent = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(
        ([status, { headers }]) => Number(status) < 500 && status !== '401' && !('RateLimit-Remaining' in headers),
      )
      .map(([status]) => `${operationId} ${status}`),
  )
  expect(silent).toEqual([])
})

test('every day has the format of a date', () => {
  const days: string[] = []
  JSON.parse(JSON.stringify(description), (_name, value: Field | null) => {
    if (value?.description?.includes('YYYY-MM-DD')) days.push(JSON.stringify(value))
    return value
  })
  expect(days.length).toBeGreaterThan(5)
  expect(days.filter(day => !day.includes('"format":"date"'))).toEqual([])
})

test('only a search asks for a confirmation with 202', () => {
  const asking = operations.filter(({ responses }) => responses[202]?.description.includes('`confirmed`'))
  expect(asking.map(({ operationId }) => operationId)).toEqual(['createSearch', 'createAreaSearch'])
})

test('every reference resolves to a non-empty schema', () => {
  const references = new Set(
    [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path),
  )
  expect(references.size).toBeGreaterThan(20)
  const empty = [...references].filter(path => {
    const found = path.split('/').reduce<unknown>((value, part) => (value as Json | undefined)?.[part], description)
    return found === undefined || (typeof found === 'object' && found !== null && '$ref' in found)
  })
  expect(empty).toEqual([])
})

type Field = { description?: string; schema?: Json; properties?: Record<string, Field> }

/** Names of fields without a description or type. */
const undescribed = (place: string, fields: [name: string, field: Field][]): string[] =>
  fields
    .filter(([, { description: text = '', ...field }]) => {
      const type = field.schema ?? field
      return text === '' || !['type', '$ref', 'anyOf', 'enum', 'const'].some(word => word in type)
    })
    .map(([name]) => `${place} ${name}`)

test('every schema has fields, and every field and parameter has a description and a type', () => {
  const incomplete = Object.entries<Field>(schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties).length === 0 ? [name] : undescribed(name, Object.entries(properties)),
  )
  expect(incomplete).toEqual([])
  const parameters = operations.flatMap(({ operationId, parameters: all }) =>
    undescribed(
      operationId,
      all.map(parameter => [parameter.name, parameter]),
    ),
  )
  expect(parameters).toEqual([])
})
