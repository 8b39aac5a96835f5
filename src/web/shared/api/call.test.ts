import { afterEach, expect, test, vi } from 'vitest'
import { getUser, login } from '#contract/accounts/account.ts'
import { endUserSessions } from '#contract/admin/admin.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { nextPage } from '#contract/searches/searches.ts'
import { holdSession } from '../../testing/stub-api.ts'
import { sessionMark } from '../session-mark.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { downloadFile, fileNameOf } from './download-file.ts'

const answer = (status: number, body: string, statusText = '') => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, { status, statusText })))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a failed reply throws its status, a colon, and the body', async () => {
  answer(500, 'broken')
  await expect(call(getUser)).rejects.toThrow('500: broken')
})

test('an empty body is replaced by the status text', async () => {
  answer(503, '', 'Service Unavailable')
  await expect(call(getUser)).rejects.toThrow('503: Service Unavailable')
})

test('an error contains the parsed problem', async () => {
  answer(401, JSON.stringify({ message: 'Invalid username or password', errorType: 'WRONG_CREDENTIALS' }))
  const error = await call(login, { body: { username: 'ann', password: 'wrong' } }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).problem?.errorType).toBe('WRONG_CREDENTIALS')
})

const untilAborted = ({ signal }: RequestInit) =>
  new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))

test('a call without a reply fails after a minute', async () => {
  const patience = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => untilAborted(init))
  const answered = call(getUser)
  patience.abort()
  await expect(answered).rejects.toThrow('The service did not respond within a minute.')
  expect(timeout).toHaveBeenCalledWith(60_000)
})

const noConnection = () => new TypeError('Load failed')
/** As browsers do, but unlike the stand-in for them here, which rewords the error. */
const breakingOff = (status = 200) => {
  const response = new Response('{"id":', { status })
  for (const way of ['json', 'text', 'blob'] as const) vi.spyOn(response, way).mockRejectedValue(noConnection())
  return Promise.resolve(response)
}
const signalTimedOut = () => new DOMException('signal timed out', 'TimeoutError')

test.each([
  ['before the answer', () => Promise.reject(noConnection())],
  ['in the middle of the answer', () => breakingOff()],
  ['in the middle of a refusal', () => breakingOff(500)],
  ['without an error, so that the answer is cut off', () => Promise.resolve(new Response('{"id":'))],
  ['for longer than the caller waits', () => Promise.reject(signalTimedOut())],
])('a connection that fails %s is reported in our words', async (_when, fetched) => {
  vi.stubGlobal('fetch', fetched)
  await expect(call(getUser)).rejects.toThrow(/^The connection to the service failed. Check it and try again.$/)
})

test('a file whose connection fails in the middle is reported in our words', async () => {
  vi.stubGlobal('fetch', () => breakingOff())
  await expect(downloadFile(exportLeads, { body: { searchId: 7 } })).rejects.toThrow(/^The connection to the service/)
})

test('a call that its caller ends is not reported as a failure of the connection', async () => {
  const left = new AbortController()
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => untilAborted(init))
  const answered = call(getUser, { signal: left.signal })
  left.abort()
  await expect(answered).rejects.toThrow('aborted')
})

const ended = () =>
  new Response(JSON.stringify({ message: 'Please log in.', errorType: 'NOT_SIGNED_IN' }), { status: 401 })
/** The first reply belongs to an ended session and arrives after `meanwhile`. */
const answerEnded = (meanwhile: () => void) => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"id":1}')))
  fetched.mockImplementationOnce(() => {
    meanwhile()
    return Promise.resolve(ended())
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('the reply of an ended session clears its session mark', async () => {
  holdSession('11111111')
  const fetched = answerEnded(() => {})
  await expect(call(getUser)).rejects.toThrow('401')
  expect(sessionMark()).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('the reply of an ended session does not affect a new session, and a read is repeated', async () => {
  holdSession('11111111')
  const fetched = answerEnded(() => holdSession('22222222'))
  await expect(call(getUser)).resolves.toEqual({ id: 1 })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(sessionMark()).toBe('22222222')
})

test('a write of an ended session is not repeated in a new session, which may belong to another account', async () => {
  holdSession('11111111')
  const fetched = answerEnded(() => holdSession('22222222'))
  await expect(call(endUserSessions, { params: { id: 7 } })).rejects.toThrow('401')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(sessionMark()).toBe('22222222')
})

test('a body is sent as JSON, and a query in the URL', async () => {
  const fetched = answer(200, '{}')
  await call(login, { body: { username: 'ann', password: 'secret-word' } })
  expect(fetched.mock.lastCall?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"ann","password":"secret-word"}',
  })
  await call(nextPage, { query: { pageToken: 'a b', searchId: 7 } })
  expect(fetched.mock.lastCall?.[0]).toBe('/api/search/next?pageToken=a+b&searchId=7')
})

test('a call without a body sends no content type', async () => {
  const fetched = answer(200, '{}')
  await call(getUser)
  expect(fetched.mock.lastCall?.[1]).not.toHaveProperty('headers')
})

test('the file name comes from content-disposition and is leads-export.csv without one', () => {
  expect(fileNameOf('attachment; filename="plumbers-boulder.csv"')).toBe('plumbers-boulder.csv')
  expect(fileNameOf("attachment; filename*=UTF-8''caf%C3%A9s.csv")).toBe('cafés.csv')
  expect(fileNameOf('attachment; filename="../../etc/passwd"')).toBe('passwd')
  expect(fileNameOf('attachment')).toBe('leads-export.csv')
  expect(fileNameOf(null)).toBe('leads-export.csv')
})
