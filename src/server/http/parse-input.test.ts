import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { parseInput } from './parse-input.ts'

const bodies = allEndpoints.flatMap(({ method, path, body }) =>
  body instanceof z.ZodObject ? { name: `${method} ${path}`, body } : [],
)

test.each(bodies)('$name: an empty body is answered with its errors in the order of the fields', ({ body }) => {
  const fields = Object.keys(body.shape)
  const places = issuesOf(body).map(({ path }) => fields.indexOf(path.split('.')[0] ?? ''))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

function issuesOf(body: z.ZodObject) {
  try {
    parseInput(body, {})
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.details.issues ?? []
  }
}
