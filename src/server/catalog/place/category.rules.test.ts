import { expect, test } from 'vitest'
import { pickCategories } from './category.rules.ts'

test('a generic category comes last, because the others say what the place is', () => {
  expect(pickCategories(['professional_services', 'plumbing', 'retail', 'hvac_services'], 'Flatirons')).toEqual([
    'plumbing',
    'hvac_services',
    'professional_services',
    'retail',
  ])
  expect(pickCategories(['professional_services'], 'Flatirons')).toEqual(['professional_services'])
})

test('an ATM in a list of banks and a parcel locker have categories of their own', () => {
  expect(pickCategories(['banks'], 'Chase ATM')).toEqual(['atm'])
  expect(pickCategories(['storage_facility'], 'Amazon Locker - Basil')).toEqual(['package_locker'])
})
