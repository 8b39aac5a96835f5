import { describe, expect, test } from 'vitest'
import { categoryName } from './category-name.ts'
import { keyOfCategory, kindOf } from './kind-of.ts'

const named = (name: string, domain: string | null = null, town: string | null = 'Boulder') => ({ name, town, domain })

describe('a specific category of a source stays', () => {
  test.each([
    ['Uniform Teeth', ['dentist', 'orthodontist'], 'dentist'],
    ['Elizabeth Plumbing', ['hardware_store'], 'hardware_store'],
    ['The Vault', ['event_planning', 'bar'], 'event_planning'],
  ])('%s, %j', (name, keys, main) => {
    expect(kindOf(named(name), keys).keys[0]).toBe(main)
  })

  test('and what the name says instead comes second, so that searches find both', () => {
    expect(kindOf(named('Elizabeth Plumbing'), ['hardware_store', 'retail'])).toEqual({
      keys: ['hardware_store', 'plumbing', 'retail'],
      toldBy: 'otherName',
    })
  })
})

describe('a name makes a generic category specific', () => {
  test.each([
    ['Ace Plumbing', 'plumbing'],
    ['Ace Plumbing LLC', 'plumbing'],
    ['Ace Plumbing of Boulder', 'plumbing'],
    ['Ace Motorcycle Repair', 'motorcycle_repair'],
    ['Oak Street Pharmacy, Boulder', 'pharmacy'],
    ['Center for Dermatology', 'dermatologist'],
    ['School of Dentistry', 'school'],
  ])('%s: %s', (name, key) => {
    expect(kindOf(named(name), ['professional_services'])).toEqual({
      keys: [key, 'professional_services'],
      toldBy: 'name',
    })
    expect(kindOf(named(name), [])).toEqual({ keys: [key], toldBy: 'name' })
  })

  test.each(['Flatirons', 'The Plumbing', 'Plumbing'])('%s says nothing', name => {
    expect(kindOf(named(name), ['professional_services'])).toEqual({
      keys: ['professional_services'],
      toldBy: 'source',
    })
  })
})

test('a generic category comes last, because the others say what the business is', () => {
  expect(kindOf(named('Flatirons'), ['professional_services', 'plumbing', 'retail', 'hvac_services']).keys).toEqual([
    'plumbing',
    'hvac_services',
    'professional_services',
    'retail',
  ])
})

describe('the main category is confirmed', () => {
  test.each([
    ['by a word of the name that few kinds have', 'Velo Photographic', null, 'event_photography', 'name'],
    ['by the last word of a part of the name', 'Adler Heating & Plumbing', null, 'plumbing', 'name'],
    ['by the end of the domain', 'Adler', 'adlerplumbing.com', 'plumbing', 'website'],
    ['by nothing but the source', 'Adler', 'adler.com', 'plumbing', 'source'],
  ])('%s', (_, name, domain, key, toldBy) => {
    expect(kindOf(named(name, domain), [key]).toldBy).toBe(toldBy)
  })
})

test.each([
  ['Chiropractor', 'chiropractor'],
  ['Veterinarian', 'veterinarian'],
  ['Optometrist', 'optometrist'],
  ['Self-storage facility', 'self_storage_facility'],
  ['Medical spa', 'medical_spa'],
  ['House cleaning service', 'home_cleaning'],
  ['Motorcycle repair shop', 'motorcycle_repair'],
  ['Trailer rental service', 'trailer_rentals'],
  ['RV park', 'rv_park'],
  ['Zeppelin tours', null],
])('the category %s of a list is %s', (words, key) => {
  expect(keyOfCategory(words)).toBe(key)
})

test.each([
  ['pizza_restaurant', 'Pizza Restaurant'],
  ['hvac_services', 'HVAC Services'],
  ['it_support_and_service', 'IT Support and Service'],
  ['bed_and_breakfast', 'Bed and Breakfast'],
  ['womens_clothing_store', "Women's Clothing Store"],
  ['3d_printing_service', '3D Printing Service'],
  ['constructor', 'Constructor'],
])('%s is read as %s', (key, name) => {
  expect(categoryName(key)).toBe(name)
})
