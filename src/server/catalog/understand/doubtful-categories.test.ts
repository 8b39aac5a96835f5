import { expect, test } from 'vitest'
import { doubtAbout } from './doubtful-categories.ts'

const isBank = (key: string, name: string) => doubtAbout(key, key)?.isSupportedBy(name)

test('a category is doubtful under its old and its new name', () => {
  expect([isBank('banks', 'west walnut'), isBank('bank', 'west walnut'), isBank('bank', 'walnut bank')]).toEqual([
    false,
    false,
    true,
  ])
})

test('some categories are only doubtful if they are not the main category', () => {
  expect(doubtAbout('caterer', 'bakery')?.isSupportedBy('sweet creations')).toBe(false)
  expect(doubtAbout('caterer', 'caterer')).toBeUndefined()
})
