import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { forgetSession, sessionMark } from '../session-mark.ts'
import { ApiError } from './api-error.ts'

/** A yes or no is a word in a query, and can be given as a boolean. */
type Asked<Query> = {
  [Name in keyof Query]: Query[Name] extends 'true' | 'false' | undefined ? Query[Name] | boolean : Query[Name]
}

export type CallInput<E> = {
  body?: BodyOf<E>
  query?: Asked<QueryOf<E>>
  /** The body, for endpoints with `takesFile`. */
  file?: Blob
  /** Values of path parameters, such as `id` in "/api/things/:id". */
  params?: Record<string, string | number>
  signal?: AbortSignal
}

/** On a dead connection a reply may never arrive. The server itself gives up long before. */
const TIMEOUT_MS = 60_000

/** A call without its schemas, for pages without the validation library. The compiler checks method and path. */
export const addressOf = <E extends Endpoint>({ method, path }: Pick<E, 'method' | 'path'>): E =>
  ({ method, path }) as E

/** Calls an endpoint of the contract. Throws an `ApiError` for an error status. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const tooLate = AbortSignal.timeout(TIMEOUT_MS)
  const signal = input.signal === undefined ? tooLate : AbortSignal.any([input.signal, tooLate])
  try {
    return await request(endpoint, { ...input, signal }, contentOf<E>)
  } catch (error) {
    if (tooLate.aborted && !(error instanceof ApiError))
      throw new Error('The service did not respond within a minute.', { cause: error })
    throw error
  }
}

/** Like `call`, for endpoints with `takesFile`. Sending a large file can take long, so it has no timeout. */
export const sendFile = <E extends Endpoint>(endpoint: E, input: CallInput<E> & { file: Blob }): Promise<ReplyOf<E>> =>
  request(endpoint, input, contentOf<E>)

export const contentOf = async <E extends Endpoint>(response: Response): Promise<ReplyOf<E>> =>
  (await response.json()) as ReplyOf<E>

/** Like `call`, but `read` takes what the caller needs from the response. Has no timeout. */
export async function request<E extends Endpoint, T>(
  endpoint: E,
  input: CallInput<E>,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    return await read(await send(endpoint, input))
  } catch (error) {
    throw error instanceof Error && brokenOff.has(error.name) ? new Error(connectionFailed, { cause: error }) : error
  }
}

/** No connection, an incomplete reply, and a reply that comes too late. Each browser has its own messages for these. */
const brokenOff = new Set(['TypeError', 'SyntaxError', 'TimeoutError'])
// It does not say that nothing was done: the service may have handled the request.
const connectionFailed = 'The connection to the service failed. Check it and try again.'

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { query, params = {}, signal } = input
  const askedBy = sessionMark()
  const response = await fetch(pathWith(params, endpoint) + queryString(query), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...bodyOf(input),
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.ok) return response
  const error = new ApiError(response.status, await response.text(), response.statusText)
  if (error.problem?.errorType === 'NOT_SIGNED_IN') {
    // If another session has begun, the user is still signed in. Reads are repeated in the new session. Writes are not,
    // because that session may belong to another account.
    const isOver = sessionMark() === askedBy
    if (!isOver && endpoint.method === 'GET') return send(endpoint, input)
    if (isOver) forgetSession()
  }
  throw error
}

function bodyOf<E>({ body, file }: CallInput<E>): RequestInit {
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
