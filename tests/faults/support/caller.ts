import type { ServerProcess } from '#tests/support/server-process.ts'

export type Asked = { status: number; body: Record<string, unknown>; retryAfter: string | null }
export type Ask = { method?: string; body?: unknown; cookie?: string; timeoutMs?: number }

/** The status of a request without an answer. */
const NO_ANSWER = 0

/** Sends one request to a server. A broken connection or a timeout is status 0. */
export async function ask(
  { address }: Pick<ServerProcess, 'address'>,
  path: string,
  { method, body, cookie, timeoutMs = 60_000 }: Ask = {},
): Promise<Asked> {
  const init: RequestInit = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  try {
    const response = await fetch(address + path, init)
    const text = await response.text()
    const parsed = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : { text }
    return { status: response.status, body: parsed, retryAfter: response.headers.get('retry-after') }
  } catch {
    return { status: NO_ANSWER, body: {}, retryAfter: null }
  }
}

export const searchCriteria = (businessCategory = 'plumbing') => ({
  businessCategory,
  location: 'Boulder, CO',
  radius: 5,
  confirmed: true,
})

export const search = (server: Pick<ServerProcess, 'address'>, cookie: string, words?: string): Promise<Asked> =>
  ask(server, '/api/search', { body: searchCriteria(words), cookie })

export const countStatus = (answers: Asked[], status: number): number =>
  answers.filter(answer => answer.status === status).length
