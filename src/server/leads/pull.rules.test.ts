import { expect, test } from 'vitest'
import { pullPage } from './pull.rules.ts'

const place = (placeKey: string, ...lines: string[]) => ({ placeKey, lines, duplicateKeys: [] as string[] })
const nothing = { placeKeys: new Set<string>(), lines: new Set<string>() }
const keysOf = (pull: ReturnType<typeof pullPage<ReturnType<typeof place>>>) =>
  pull.taken.map(taken => taken.place.placeKey)

test('each new lead costs one contact pull', () => {
  const pull = pullPage({ page: [place('a'), place('b')], owned: nothing, pullsLeft: 2 })
  expect(pull).toMatchObject({ cost: 2, isCut: false })
})

test('a lead that the user has is free, and so is another place with its phone and name', () => {
  const owned = { placeKeys: new Set(['a']), lines: new Set(['1 ace']) }
  const pull = pullPage({ page: [place('a', '1 ace'), place('b', '1 ace'), place('c', '2 ace')], owned, pullsLeft: 1 })
  expect(keysOf(pull)).toEqual(['a', 'b', 'c'])
  expect(pull.cost).toBe(1)
  expect(pull.taken.map(taken => taken.isFirstOfLine)).toEqual([false, false, true])
})

test('two businesses with one phone cost a contact pull each', () => {
  const pull = pullPage({ page: [place('a', '1 museum'), place('b', '1 coffee bar')], owned: nothing, pullsLeft: 2 })
  expect(pull.cost).toBe(2)
  expect(pull.taken.map(taken => taken.isFirstOfLine)).toEqual([true, true])
})

test('a place with any phone of a merged lead is free, even if that is not the phone shown', () => {
  const page = [place('merged', '1 ace', '2 ace'), place('osm', '2 ace'), place('other', '3 ace')]
  const pull = pullPage({ page, owned: nothing, pullsLeft: 5 })
  expect(pull.cost).toBe(2)
  expect(pull.taken.map(taken => taken.isFirstOfLine)).toEqual([true, false, true])
})

test('a place that may be the same business as a lead is free, in either order', () => {
  const [better, worse] = [
    { ...place('better', '1 ace'), duplicateKeys: ['worse'] },
    { ...place('worse'), duplicateKeys: ['better'] },
  ]
  expect(pullPage({ page: [better, worse], owned: nothing, pullsLeft: 5 }).cost).toBe(1)
  expect(pullPage({ page: [worse, better], owned: nothing, pullsLeft: 5 }).cost).toBe(1)
  const owned = { ...nothing, placeKeys: new Set(['worse']) }
  expect(keysOf(pullPage({ page: [better], owned, pullsLeft: 0 }))).toEqual(['better'])
})

test('a page is cut before the first lead that cannot be paid for', () => {
  const owned = { ...nothing, placeKeys: new Set(['b']) }
  const pull = pullPage({ page: [place('a'), place('b'), place('c'), place('d')], owned, pullsLeft: 1 })
  expect(keysOf(pull)).toEqual(['a', 'b'])
  expect(pull).toMatchObject({ cost: 1, isCut: true })
})

test('with no pulls left, a page with a new lead returns nothing, and one without returns everything', () => {
  const owned = { ...nothing, placeKeys: new Set(['a']) }
  expect(pullPage({ page: [place('a'), place('b')], owned, pullsLeft: 0 })).toEqual({ taken: [], cost: 0, isCut: true })
  expect(keysOf(pullPage({ page: [place('a')], owned, pullsLeft: 0 }))).toEqual(['a'])
})
