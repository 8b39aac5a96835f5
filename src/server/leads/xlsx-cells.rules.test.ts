import { expect, test } from 'vitest'
import { cellText } from './xlsx-cells.rules.ts'

test('a cell holds as much text as Excel opens: 32,767 characters', () => {
  expect([32_766, 32_767, 32_768, 50_000].map(length => cellText('é'.repeat(length)).length)).toEqual([
    32_766, 32_767, 32_767, 32_767,
  ])
})
