import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { forgetSession, sessionMark } from '../session-mark.ts'
import { ApiError } from './api-error.ts'

export type CallInput<E> = {
  body?: BodyOf<E>
  query?: QueryOf<E>
  /** Values of the names in the path, as `id` of "/api/things/:id". */
  params?: Record<string, string | number>
  signal?: AbortSignal
}

/** On a line that is lost an answer may neither come nor fail; the server itself gives up long before. */
const PATIENCE_MS = 60_000

/**
 * A call by its address only, for pages that must not load the contract's schemas. The compiler checks that the address
 * is the endpoint's.
 */
export const addressOf = <E extends Endpoint>({ method, path }: Pick<E, 'method' | 'path'>): E =>
  ({ method, path }) as E

/** Calls an endpoint of the contract. Any answer that is not ok is thrown as an `ApiError`. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const tooLate = AbortSignal.timeout(PATIENCE_MS)
  const signal = input.signal === undefined ? tooLate : AbortSignal.any([input.signal, tooLate])
  try {
    const response = await request(endpoint, { ...input, signal })
    return (await response.json()) as ReplyOf<E>
  } catch (error) {
    if (tooLate.aborted && !(error instanceof ApiError))
      throw new Error('The service did not respond within a minute.', { cause: error })
    throw error
  }
}

/** The same for an endpoint that answers with a file, however long that takes. */
export async function request<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { body, query, params = {}, signal } = input
  const askedBy = sessionMark()
  const response = await fetch(pathWith(params, endpoint) + queryString(query), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.ok) return response
  const error = new ApiError(response.status, await response.text(), response.statusText)
  if (error.problem?.errorType === 'NOT_SIGNED_IN') {
    // Another session has begun since: it is not the one that ended. A write is left to who asked for it.
    const isOver = sessionMark() === askedBy
    if (!isOver && endpoint.method === 'GET') return request(endpoint, input)
    if (isOver) forgetSession()
  }
  throw error
}

const pathWith = (params: Record<string, string | number>, { path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))

function queryString(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`
}
