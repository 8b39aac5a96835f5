import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Takes a turn of `ms` and records when it began. */
const use = (turns: Turns, log: string[], { name, ms, isBackground }: Use): Promise<void> =>
  turns.run(async () => {
    log.push(name)
    await new Promise(resolve => setTimeout(resolve, ms))
  }, isBackground)
type Use = { name: string; ms: number; isBackground: boolean }
const search = { ms: 5, isBackground: false }
const step = { ms: 50, isBackground: true }

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    await nextTurn()
    await vi.advanceTimersByTimeAsync(1)
  }
  await nextTurn()
}

test('callers have their turns in the order of arrival, one at a time', async () => {
  const turns = new Turns({ isOneSession: true })
  const log: string[] = []
  const used = ['a', 'b', 'c'].map(name => use(turns, log, { ...search, name }))
  expect(turns.users).toBe(3)
  await pass(8)
  expect(log).toEqual(['a', 'b'])
  await pass(20)
  await Promise.all(used)
  expect(log).toEqual(['a', 'b', 'c'])
  expect(turns.users).toBe(0)
})

test('all statements of a search go before the next step of an import, also after a pause between them', async () => {
  const turns = new Turns({ isOneSession: true })
  const log: string[] = []
  const importing = (async () => {
    for (const name of ['step 1', 'step 2']) await use(turns, log, { ...step, name })
  })()
  await pass(5)
  const searching = (async () => {
    for (const name of ['a', 'b', 'c']) {
      await use(turns, log, { ...search, name })
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  await pass(300)
  await Promise.all([importing, searching])
  expect(log).toEqual(['step 1', 'a', 'b', 'c', 'step 2'])
})

test('background work runs at once if nobody else uses the database', async () => {
  const turns = new Turns({ isOneSession: true })
  const log: string[] = []
  const importing = (async () => {
    for (let count = 0; count < 10; count++) await use(turns, log, { ...step, name: 'step' })
  })()
  await pass(10 * (step.ms + 1))
  expect(log).toHaveLength(10)
  await pass(10)
  await importing
})

const twentyMs = () => new Promise<void>(resolve => setTimeout(resolve, 20))

test('a caller is told how long its own turns took, without waiting and without those of others', async () => {
  const turns = new Turns({ isOneSession: true })
  const own: number[] = []
  const both = [turns.run(twentyMs, true), turns.run(twentyMs, true, ms => own.push(ms))]
  await pass(100)
  await Promise.all(both)
  expect(own).toEqual([20])
})

test('background work gets about a quarter of the time if others always wait', async () => {
  const turns = new Turns({ isOneSession: true })
  const log: string[] = []
  const over = new AbortController()
  const always = async (name: string, what: Omit<Use, 'name'>) => {
    while (!over.signal.aborted) await use(turns, log, { ...what, name })
  }
  const all = [always('step', step), always('search', search), always('search', search)]
  await pass(6000)
  over.abort()
  await pass(100)
  await Promise.all(all)
  const time = (name: string, ms: number) => log.filter(each => each === name).length * ms
  const share = time('step', step.ms) / (time('step', step.ms) + time('search', search.ms))
  expect(share).toBeGreaterThan(0.15)
  expect(share).toBeLessThan(0.35)
})

test('with several sessions, callers run side by side, and steps of background work when none runs, or after a long wait', async () => {
  const turns = new Turns({ isOneSession: false })
  const log: string[] = []
  const searching = ['a', 'b'].map(name => use(turns, log, { ...search, name }))
  const steps = ['step 1', 'step 2'].map(name => use(turns, log, { ...step, name }))
  await pass(2)
  expect(log).toEqual(['a', 'b'])
  await pass(20)
  expect(log).toEqual(['a', 'b', 'step 1', 'step 2'])
  await pass(100)
  const long = use(turns, log, { name: 'long', ms: 5000, isBackground: false })
  const last = use(turns, log, { ...step, name: 'last step' })
  await pass(200)
  expect(log.slice(4)).toEqual(['long'])
  // It also makes up for its steps before.
  await pass(400)
  expect(log.slice(4)).toEqual(['long', 'last step'])
  await pass(5000)
  await Promise.all([...searching, ...steps, long, last])
})

test('a turn that ends twice ends once', async () => {
  const turns = new Turns({ isOneSession: true })
  const end = await turns.take()
  end()
  const second = await turns.take()
  end()
  expect(turns.users).toBe(1)
  second()
})
