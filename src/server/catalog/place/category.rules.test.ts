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

const plumbing = { key: 'plumbing', agrees: (main: string) => main === 'plumbing' || main === 'contractor' }
const categoriesOf = (words: string[]) => pickCategories(words, 'Elizabeth Plumbing', { kindOfName: () => plumbing })

test('a name that contradicts the main category decides; one that agrees changes nothing', () => {
  expect(categoriesOf(['hardware_store'])).toEqual(['plumbing', 'hardware_store'])
  expect(categoriesOf(['hardware_store', 'plumbing'])).toEqual(['plumbing', 'hardware_store'])
  expect(categoriesOf(['contractor', 'plumbing'])).toEqual(['contractor', 'plumbing'])
  expect(categoriesOf(['professional_services'])).toEqual(['plumbing', 'professional_services'])
  expect(categoriesOf([])).toEqual(['plumbing'])
})
