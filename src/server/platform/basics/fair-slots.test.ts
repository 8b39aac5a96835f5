import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairSlots, hasRoom } from './fair-slots.ts'

/** Pieces of work that end when they are told to, and the order in which they started. */
function newWork(atOnce: number) {
  const slots = new FairSlots(atOnce)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    void slots.run(name.charAt(0), async () => {
      started.push(name)
      await promise
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTurn()
  }
  return { slots, started, add, end }
}

test('a holder with much to do waits for itself, and others go first', async () => {
  const { slots, started, add, end } = newWork(2)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) add(name)
  await nextTurn()
  expect(started).toEqual(['a1', 'b1'])
  expect([slots.load('a'), slots.load('c'), slots.load('d')]).toEqual([
    { own: 3, all: 6 },
    { own: 1, all: 6 },
    { own: 0, all: 6 },
  ])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  await end('a2')
  expect(started.at(-1)).toBe('a3')
  await end('a3')
  await end('b2')
  expect(slots.load('a')).toEqual({ own: 0, all: 0 })
})

test('with one slot, holders alternate however many pieces the first one added', async () => {
  const { started, add, end } = newWork(1)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) add(name)
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})

test('a piece that fails gives its slot back', async () => {
  const slots = new FairSlots(1)
  await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run('a', async () => 'next')).toBe('next')
})

test('one holder takes half of the places, and each further one half of the rest', () => {
  const taken = new Map<string, number>()
  const all = () => [...taken.values()].reduce((sum, own) => sum + own, 0)
  for (const holder of ['a', 'b', 'c', 'd', 'e'])
    while (hasRoom({ own: taken.get(holder) ?? 0, all: all(), places: 20 }))
      taken.set(holder, (taken.get(holder) ?? 0) + 1)
  expect([...taken.values()]).toEqual([10, 5, 3, 1, 1])
})
