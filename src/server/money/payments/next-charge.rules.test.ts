import { expect, test } from 'vitest'
import { nextChargeOf } from './next-charge.rules.ts'

const month = { priceCents: 1900, balanceCents: 0, taxCents: 0 }

test.each([
  ['a renewal charges the price of the plan', {}, { amountCents: 1900, creditCents: 0 }],
  ['tax is charged with it', { taxCents: 157 }, { amountCents: 2057, creditCents: 0, taxCents: 157 }],
  ['tax that nobody knows yet is not in the amount', { taxCents: null }, { amountCents: 1900, taxCents: null }],
  ['a credit pays first', { balanceCents: -900 }, { amountCents: 1000, creditCents: 900 }],
  ['a credit never pays more than there is to pay', { balanceCents: -5000 }, { amountCents: 0, creditCents: 1900 }],
  ['a debt is charged with the month', { balanceCents: 300 }, { amountCents: 2200, creditCents: 0 }],
])('%s', (_title, own, expected) => {
  expect(nextChargeOf({ ...month, ...own })).toMatchObject(expected)
})
