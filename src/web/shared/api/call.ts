import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

export type CallInput<E> = {
  body?: BodyOf<E>
  query?: QueryOf<E>
  /** Values of the names in the path, as `id` of "/api/things/:id". */
  params?: Record<string, string | number>
  signal?: AbortSignal
}

/** Calls an endpoint of the contract. Any answer that is not ok is thrown as an `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const response = await request(endpoint, input)
  return (await response.json()) as ReplyOf<E>
}

/** The same for an endpoint that answers with a file. */
export async function request<E extends Endpoint>(
  endpoint: E,
  { body, query, params = {}, signal }: CallInput<E>,
): Promise<Response> {
  const response = await fetch(pathWith(params, endpoint) + queryString(query), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response
}

const pathWith = (params: Record<string, string | number>, { path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))

function queryString(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`
}
