import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { parseInput } from './parse-input.ts'

const Order = z.strictObject({
  name: z.string(),
  radius: z.number().int().min(1).max(50).optional(),
  minRating: z.number().optional(),
  leadIds: z.array(z.number().int()).default([]),
  followUpOn: z.string().nullable().optional(),
  area: z.union([z.strictObject({ place: z.string() }), z.strictObject({ corner: z.tuple([z.number(), z.number()]) })]),
})
const good = { name: 'a', area: { place: 'Boulder, CO' } }
const parsed = (given: object, isFromProgram = true) => parseInput(Order, { ...good, ...given }, { isFromProgram })

test('a program may send null for an optional field, a number as text, and text as a number', () => {
  expect(parsed({ name: 80302, area: { place: 2134 } })).toMatchObject({ name: '80302', area: { place: '2134' } })
  expect(() => parsed({ name: 80302 }, false)).toThrow('Expected string, received number')
  expect(parsed({ radius: '10', minRating: null, leadIds: null })).toEqual({ ...good, radius: 10, leadIds: [] })
  expect(parsed({ minRating: '4.0', leadIds: ['1', 2, '30'] })).toMatchObject({ minRating: 4, leadIds: [1, 2, 30] })
  expect(parsed({ area: { corner: ['-105.3', '40'] } })).toMatchObject({ area: { corner: [-105.3, 40] } })
  expect(() => parsed({ radius: '10' }, false)).toThrow('Expected number, received string')
  expect(() => parsed({ minRating: null }, false)).toThrow('Expected number, received null')
})

test('null and text keep their meaning where they have one', () => {
  expect(parsed({ name: '10', followUpOn: null, minRating: null })).toMatchObject({ name: '10', followUpOn: null })
})

test.each(['abc', '', ' ', ' 10', '10 ', '+10', '010', '0x10', '1e1', '10,5', '10abc', 'Infinity', '٣', '51', '1.5'])(
  'as a radius from 1 to 50 miles, "%s" is refused',
  radius => {
    expect(() => parsed({ radius })).toThrow(Refusal)
  },
)

test.each([
  { name: null },
  { area: null },
  { area: { place: null } },
  { leadIds: [1, null] },
  { leadIds: ['9007199254740993'] },
  { minRating: '9'.repeat(400) },
  { unknown: null },
])('%j is refused from a program, too', given => {
  expect(() => parsed(given)).toThrow(Refusal)
})

test('a missing field is asked for in its own words, if it has some', () => {
  const Login = z.strictObject({ password: z.string('Please enter your password') })
  expect(() => parseInput(Login, {})).toThrow('Please enter your password')
})

const bodies = allEndpoints.flatMap(({ method, path, body }) =>
  body instanceof z.ZodObject ? { name: `${method} ${path}`, body } : [],
)

test.each(bodies)('$name: an empty body is answered with its errors in the order of the fields', ({ body }) => {
  const fields = Object.keys(body.shape)
  const places = issuesOf(body).map(({ path }) => fields.indexOf(path.split('.')[0] ?? ''))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a field that is missing is "Required", or has words of its own', () => {
  const schemas = allEndpoints
    .flatMap(({ query, body }) => [query, body])
    .filter(schema => schema instanceof z.ZodObject)
  const messages = schemas.flatMap(schema => issuesOf(schema).map(({ message }) => message))
  expect(messages).toContain('Required')
  expect(messages.filter(message => /Expected|expected|Invalid/.test(message))).toEqual([])
  expect(issuesOf(z.object({ id: z.coerce.number() }), { id: 'x' })).toMatchObject([
    { message: 'Expected number, received nan' },
  ])
})

function issuesOf(body: z.ZodObject, sent = {}) {
  try {
    parseInput(body, sent)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.details.issues ?? []
  }
}
