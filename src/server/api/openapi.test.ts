import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { apiV1Endpoints } from '#contract/api-v1.ts'
import { describeApi } from './openapi.ts'

const description = describeApi()

test('the description of the API is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(description)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it tells every call of the contract, and nothing else', () => {
  const paths = description.paths as Record<string, Record<string, { operationId: string }>>
  const told = Object.values(paths).flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
  expect(told.toSorted()).toEqual(Object.keys(apiV1Endpoints).toSorted())
})

test('every schema that it points to stands in it', () => {
  const schemas = Object.keys((description.components as { schemas: object }).schemas)
  const wanted = new Set(
    [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  )
  expect(wanted.difference(new Set(schemas))).toEqual(new Set())
  expect(schemas.toSorted()).toEqual([
    'ConfirmationNeeded',
    'ExportInput',
    'Lead',
    'LeadPage',
    'Problem',
    'Search',
    'SearchAnswer',
    'SearchCriteria',
    'Usage',
  ])
})
