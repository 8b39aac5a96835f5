import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { parseBody, parseInput } from '#server/http/parse-input.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

export const LARGEST_REFUSAL_BYTES = 20_000

/** Texts that break careless code: names of built-in properties, invalid numbers, control characters, injections. */
export const hostileTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'NaN',
  '-0',
  '1e309',
  '-1',
  '9'.repeat(400),
  '2026-02-30',
  '\0',
  '\u202e\u2028\ufeff',
  '👩‍👩‍👧‍👦'.repeat(50),
  'a'.repeat(5000),
  `'"; DROP TABLE lead; --`,
  '%_\\',
  '${7*7}{{7*7}}',
  'a@b.co\r\nBcc: c@d.co',
  '[object Object]',
]

/** One JSON value each. JSON.stringify cannot write `__proto__`, -0, and numbers beyond the largest one. */
const hostileJson = [
  ...hostileTexts.map(text => JSON.stringify(text)),
  String.raw`"\ud800"`,
  '{"toString":1}',
  '{"toString":{},"valueOf":{},"toJSON":{}}',
  '{"toJSON":"x"}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"length":1e9,"0":"x"}',
  '{"then":"x"}',
  '{"$gt":""}',
  '[]',
  '[{"toString":1}]',
  '[[],[[]],[[[]]]]',
  `${'['.repeat(19)}${']'.repeat(19)}`,
  `[${'{},'.repeat(20_000)}{}]`,
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":0`).join()}}`,
  '-0',
  '1e309',
  '1e-320',
  '0.1',
  '-1',
  '9007199254740993',
  'true',
  'null',
]

/** The good body as JSON, with each of its fields in turn, at any depth, replaced by each hostile value. */
export function hostileBodiesOf({ body }: Endpoint, good: Record<string, unknown> = {}): string[] {
  return Object.keys(propertiesOf(body)).flatMap(field => {
    const others = Object.entries(good)
      .filter(([name]) => name !== field)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    return hostileJson.map(value => `{${others.join('')}${JSON.stringify(field)}:${value}}`)
  })
}

/** Whether the endpoint's schema refuses a body as it should, so that it never reaches the endpoint's own code. */
export const refusesBody = (endpoint: Endpoint, json: string): boolean =>
  isRefused(() => parseBody(endpoint, JSON.parse(json)))

/** Whether the endpoint's schemas refuse the parameters in a URL as they should. */
export function refusesUrl({ path, params, query }: Endpoint, url: string): boolean {
  const [pathname = '', search] = url.split('?')
  const parts = pathname.split('/')
  const named = () =>
    path
      .split('/')
      .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')]] : []))
  return (
    isRefused(() => parseInput(params, Object.fromEntries(named()))) ||
    isRefused(() => parseInput(query, Object.fromEntries(new URLSearchParams(search))))
  )
}

/** False also if the error is not a short refusal. The value is then sent, and the test sees the answer. */
function isRefused(parse: () => unknown): boolean {
  try {
    parse()
    return false
  } catch (error) {
    return error instanceof Refusal && JSON.stringify(error.details ?? {}).length <= LARGEST_REFUSAL_BYTES
  }
}

/** URLs in which each query field and each path parameter is hostile in turn. */
export function hostileUrlsOf({ path, query }: Endpoint, { url = path, query: good = {} }: InjectOptions): string[] {
  const values = [...hostileTexts.map(encodeURIComponent), '%ed%a0%80', '%', '%zz']
  const address = pathOf(url)
  const byQuery = Object.keys(propertiesOf(query)).flatMap(field => {
    const others = new URLSearchParams(good as Record<string, string>)
    others.delete(field)
    const pairs = values.map(value => `${field}=${value}`)
    return [...pairs, `${field}=1&${field}=2`, `${field}[toString]=1`, `${field}[]=1`].map(
      pair => `${address}?${others.size === 0 ? '' : `${others.toString()}&`}${pair}`,
    )
  })
  const parts = address.split('/')
  const byPath = path
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? values.map(value => parts.with(at, value).join('/')) : []))
  return [...byQuery, ...byPath]
}

const pathOf = (url: InjectOptions['url']): string => (typeof url === 'string' ? url : (url?.pathname ?? '/'))

export type Property = { type?: string }
/** The fields that may be sent; none if the body must be empty. */
export function propertiesOf(schema: Schema | undefined): Record<string, Property> {
  if (schema === undefined) return {}
  const { $ref, $defs = {}, properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // The content of a named schema is in $defs.
  const own = $ref === undefined ? properties : $defs[$ref.replace('#/$defs/', '')]?.properties
  if (own === undefined) throw new Error('No fields were found, so the tests made from them would be empty')
  return own as Record<string, Property>
}
