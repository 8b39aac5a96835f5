import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { forgetSession, sessionMark } from '../session-mark.ts'
import { ApiError } from './api-error.ts'

export type CallInput<E> = {
  body?: BodyOf<E>
  query?: QueryOf<E>
  /** The body, for endpoints with `takesFile`. */
  file?: Blob
  /** Values of path parameters, such as `id` in "/api/things/:id". */
  params?: Record<string, string | number>
  signal?: AbortSignal
}

/** On a dead connection a reply may never arrive. The server itself gives up long before. */
const TIMEOUT_MS = 60_000

/**
 * A call without its schemas, for pages that must not load the validation library. The compiler checks that method and
 * path are those of the endpoint.
 */
export const addressOf = <E extends Endpoint>({ method, path }: Pick<E, 'method' | 'path'>): E =>
  ({ method, path }) as E

/** Calls an endpoint of the contract. Throws an `ApiError` for an error status. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const tooLate = AbortSignal.timeout(TIMEOUT_MS)
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

/** Like `call`, for endpoints with `takesFile`. Sending a large file can take long, so it has no timeout. */
export const sendFile = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { file: Blob },
): Promise<ReplyOf<E>> => (await (await request(endpoint, input)).json()) as ReplyOf<E>

/** Like `call`, for endpoints that return a file. Has no timeout. */
export async function request<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { query, params = {}, signal } = input
  const askedBy = sessionMark()
  const response = await fetch(pathWith(params, endpoint) + queryString(query), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...contentOf(input),
    ...(signal === undefined ? {} : { signal }),
  }).catch(inWords)
  if (response.ok) return response
  const error = new ApiError(response.status, await response.text(), response.statusText)
  if (error.problem?.errorType === 'NOT_SIGNED_IN') {
    // If another session has begun, the user is still signed in. Reads are repeated in the new session. Writes are not,
    // because that session may belong to another account.
    const isOver = sessionMark() === askedBy
    if (!isOver && endpoint.method === 'GET') return request(endpoint, input)
    if (isOver) forgetSession()
  }
  throw error
}

/** Replaces the error of a connection that failed, which each browser words differently, such as "Load failed". */
function inWords(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  throw new Error('We could not reach the service. Check your connection and try again.', { cause: error })
}

function contentOf<E>({ body, file }: CallInput<E>): RequestInit {
  if (file !== undefined) return { headers: { 'content-type': 'application/octet-stream' }, body: file }
  return body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const pathWith = (params: Record<string, string | number>, { path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))

function queryString(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`
}
