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

  test('and the kind in the name comes second, so that searches find both', () => {
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
    ['Ace Cannabis', 'cannabis_dispensary'],
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

  test.each(['Flatirons', 'The Plumbing', 'Plumbing', 'Amy Ford'])('%s names no kind', name => {
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
    ['only by the source', 'Adler', 'adler.com', 'plumbing', 'source'],
    [
      'not by a word that only describes some of them: "pediatric surgeon"',
      'Adler Pediatrics',
      null,
      'surgeon',
      'otherName',
    ],
  ])('%s', (_, name, domain, key, toldBy) => {
    expect(kindOf(named(name, domain), [key]).toldBy).toBe(toldBy)
  })
})

test.each([
  ['Accountant', 'accountant'],
  ['Addiction treatment center', 'abuse_and_addiction_treatment'],
  ['Auto body shop', 'auto_body_shop'],
  ['BMW dealer', 'car_dealer'],
  ['Boutique hotel', 'hotel'],
  ['Breakfast restaurant', 'breakfast_and_brunch_restaurant'],
  ['Building materials store', 'building_supply_store'],
  ['Chiropractor', 'chiropractor'],
  ['Commercial cleaning service', 'janitorial_services'],
  ['Commercial photographer', 'photographer'],
  ['Dental clinic', 'dentist'],
  ['Environmental consultant', 'environmental_and_ecological_services_for_businesses'],
  ['Family restaurant', 'restaurant'],
  ['Fire damage restoration service', 'damage_restoration'],
  ['Hot pot restaurant', 'chinese_restaurant'],
  ['House cleaning service', 'home_cleaning'],
  ['HVAC contractor', 'hvac_services'],
  ['Internet marketing service', 'internet_marketing_service'],
  ['Izakaya restaurant', 'japanese_restaurant'],
  ['Junk removal service', 'junk_removal_and_hauling'],
  ['Lutheran church', 'church_cathedral'],
  ['Mechanical contractor', 'hvac_services'],
  ['Medical spa', 'medical_spa'],
  ['Mobile caterer', 'caterer'],
  ['Motorcycle repair shop', 'motorcycle_repair'],
  ['Nursing agency', 'employment_agencies'],
  ['Optometrist', 'optometrist'],
  ['Personal injury attorney', 'personal_injury_law'],
  ['Physical therapy clinic', 'physical_therapy'],
  ['Plumber', 'plumbing'],
  ['Property management company', 'property_management'],
  ['Roofing contractor', 'roofing'],
  ['RV park', 'rv_park'],
  ['Self-storage facility', 'self_storage_facility'],
  ['Solar energy company', 'solar_installation'],
  ['Tax preparation service', 'tax_services'],
  ['Trailer rental service', 'trailer_rentals'],
  ['Truck accessories store', 'auto_parts_and_supply_store'],
  ['Used furniture store', 'furniture_store'],
  ['Veterinarian', 'veterinarian'],
  ['Wedding photographer', 'photographer'],
  ["Women's health clinic", 'womens_health_clinic'],
  ['Training center', null],
  ['Zeppelin tours', null],
])('the category "%s" of a list means %s', (words, key) => {
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
])('%s is shown as %s', (key, name) => {
  expect(categoryName(key)).toBe(name)
})
