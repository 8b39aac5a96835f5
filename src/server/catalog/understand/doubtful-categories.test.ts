import { expect, test } from 'vitest'
import { doubtAbout } from './doubtful-categories.ts'

const isBank = (key: string, name: string) => doubtAbout(key, key)?.isSupportedBy(name)

test('a category is in doubt under its older and its newer name', () => {
  expect([isBank('banks', 'west walnut'), isBank('bank', 'west walnut'), isBank('bank', 'walnut bank')]).toEqual([
    false,
    false,
    true,
  ])
})

test('some categories are in doubt only beside another main category', () => {
  expect(doubtAbout('caterer', 'bakery')?.isSupportedBy('sweet creations')).toBe(false)
  expect(doubtAbout('caterer', 'caterer')).toBeUndefined()
})
