import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Calls that end on demand. */
function openCalls(limit: ConcurrencyLimit) {
  const ends: (() => void)[] = []
  const call = () => limit.run(() => new Promise<string>(resolve => ends.push(() => resolve('done'))))
  return { ends, call }
}
const nextTurn = () => vi.advanceTimersByTimeAsync(0)

test('a burst of calls is served a few at a time, in order', async () => {
  const { ends, call } = openCalls(new ConcurrencyLimit())
  const answers = Promise.all(Array.from({ length: 300 }, call))
  await nextTurn()
  expect(ends).toHaveLength(24)
  for (let n = 0; n < 300; n++) {
    ends[n]?.()
    await nextTurn()
  }
  expect(await answers).toHaveLength(300)
})

test('while the oldest call in a long line has waited for two seconds, new calls are refused; afterwards they are admitted', async () => {
  const limit = new ConcurrencyLimit()
  const { ends, call } = openCalls(limit)
  const answers = Promise.all(Array.from({ length: 24 + 24 }, call))
  await vi.advanceTimersByTimeAsync(2001)
  const findOut = vi.fn<() => Promise<string>>(() => Promise.resolve('ann'))
  await expect(limit.enter(findOut)).rejects.toMatchObject({
    errorType: 'UNAVAILABLE',
    details: { retryAfterSeconds: 2 },
  })
  expect(findOut).not.toHaveBeenCalled()
  ends[0]?.()
  await nextTurn()
  expect(await limit.enter(findOut)).toBe('ann')
  for (let n = 0; n < 48; n++) {
    ends[n]?.()
    await nextTurn()
  }
  await answers
})

test('a short line is served, however slow the machine is', async () => {
  const limit = new ConcurrencyLimit()
  const slowly = Array.from({ length: 23 }, () => limit.enter(() => new Promise(resolve => setTimeout(resolve, 5000))))
  await vi.advanceTimersByTimeAsync(4000)
  expect(await limit.enter(() => Promise.resolve('ann'))).toBe('ann')
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(slowly)
})

test('a call that waits for eight seconds is refused and leaves the queue', async () => {
  const limit = new ConcurrencyLimit()
  const { ends, call } = openCalls(limit)
  const running = Array.from({ length: 24 }, call)
  const waiting = call().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(8000)
  expect(await waiting).toMatchObject({ errorType: 'UNAVAILABLE' })
  expect(await limit.enter(() => Promise.resolve('ann'))).toBe('ann')
  for (const end of ends) end()
  await Promise.all(running)
  const next = call()
  await nextTurn()
  ends[24]?.()
  expect(await next).toBe('done')
})
