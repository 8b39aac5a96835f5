import type { Call } from './api-docs.queries.ts'

/** What the user has entered: parameters by place and name, and the body as text. */
export type Entered = { parameters: Record<string, string>; body: string }

export const fieldOf = ({ in: place, name }: { in: string; name: string }): string => `${place} ${name}`

/** The operation's example. An Idempotency-Key is left out: a second try is meant to be a second request. */
export const enteredExample = ({ operation }: Call): Entered => ({
  parameters: Object.fromEntries(
    operation.parameters.map(each => [fieldOf(each), each.in === 'header' ? '' : textOf(each.example)]),
  ),
  body: JSON.stringify(operation.requestBody?.content['application/json']?.example ?? null, null, 2),
})

const textOf = (example: unknown): string =>
  example === undefined || typeof example === 'string' ? (example ?? '') : JSON.stringify(example)

/** The request to this server. Fields that are empty are left out, and cookies are not sent. */
export function requestOf(
  { method, path, operation }: Call,
  { parameters, body }: Entered,
  key: string,
): { url: string; init: RequestInit } {
  const given = operation.parameters
    .map(({ name, in: place }) => ({ name, place, value: parameters[fieldOf({ in: place, name })]?.trim() ?? '' }))
    .filter(({ value }) => value !== '')
  const address = given
    .filter(({ place }) => place === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
  const query = new URLSearchParams(
    given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  )
  const hasBody = operation.requestBody !== undefined
  return {
    url: query.size === 0 ? address : `${address}?${query.toString()}`,
    init: {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${key}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...Object.fromEntries(given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value])),
      },
      ...(hasBody ? { body } : {}),
    },
  }
}
