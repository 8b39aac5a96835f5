import { vi } from 'vitest'
import { sessionMarkCookie } from '#contract/accounts/session-mark.ts'
import { type ErrorType, errorTable, type Problem } from '#contract/errors.ts'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
type Handler = Answer | ((sent: unknown) => Answer | Promise<Answer>)
export type Routes = Record<string, Handler>
type Call = { route: string; query: string; sent: unknown }

export const ok = (body: unknown, status = 200): Answer => ({ status, body })
export const refused = (errorType: ErrorType, own: Partial<Problem> = {}): Answer => ({
  status: errorTable[errorType].status,
  body: { message: errorTable[errorType].message, errorType, ...own },
})
export const never = (): Promise<Answer> => new Promise(() => {})

/** Sets the cookie that a sign-in in any tab leaves in the browser. */
export const holdSession = (mark: string) => {
  document.cookie = `${sessionMarkCookie}=${mark}; path=/`
}
/** Gives the first reply to the first call, the second to the second, and then repeats the last one. */
export function inTurn(...answers: [Handler, ...Handler[]]): Handler {
  let asked = 0
  return sent => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? answers[0]
    return typeof answer === 'function' ? answer(sent) : answer
  }
}
/** A reply that arrives when the test releases it. */
export function later(): { answer: () => Promise<Answer>; give: (answer: Answer) => void } {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  return { answer: () => promise, give: resolve }
}

/**
 * Answers fetch from a table of "METHOD /path" and records what was sent. The browser has a session unless the table
 * says that the user is a visitor.
 */
export function stubApi(routes: Routes): Call[] {
  const calls: Call[] = []
  if ('GET /api/user' in routes) holdSession('0123abcd')
  const table: Routes = { 'GET /api/user': refused('NOT_SIGNED_IN'), ...routes }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit): Promise<Response> => {
    const [path = '', query = ''] = address.split('?')
    const route = `${init.method} ${path}`
    const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ route, query, sent })
    const handler = table[route]
    if (!handler) throw new Error(`The test has no answer for ${route}`)
    const { status = 200, body, headers } = typeof handler === 'function' ? await handler(sent) : handler
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, ...(headers && { headers }) })
  })
  return calls
}
