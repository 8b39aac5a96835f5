import { expect, test } from 'vitest'
import { compareLists } from './receipt.rules.ts'

const [ann, bob, cat] = [['ann', 'phone 1'], ['bob', 'phone 2'], ['cat']]

test('a lead is still found if another place with its phone took its position', () => {
  const now = [ann, ['bob-2', 'phone 2'], cat]
  expect(compareLists([ann, bob, cat], now)).toEqual({ compared: 3, isSame: true, appeared: 0, gone: 0 })
})

test('new places, gone ones, and those that moved down are told apart', () => {
  const now = [['dan', 'phone 4'], ann, cat]
  expect(compareLists([ann, bob], now)).toEqual({ compared: 2, isSame: false, appeared: 1, gone: 1 })
  expect(compareLists([ann, cat], now)).toEqual({ compared: 2, isSame: false, appeared: 1, gone: 0 })
})
