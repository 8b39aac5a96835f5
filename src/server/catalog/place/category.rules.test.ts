import { expect, test } from 'vitest'
import { categoriesOf } from './category.rules.ts'

const named = (name: string) => ({ name, town: null, domain: null })
const overture = (name: string, ...keys: string[]) => categoriesOf(named(name), keys, 'overture').categories

test('an ATM in a list of banks, a parcel locker, and a bus stop have categories of their own', () => {
  expect(overture('Chase ATM', 'banks')).toEqual(['atm'])
  expect(overture('Amazon Locker - Basil', 'storage_facility')).toEqual(['package_locker'])
  expect(overture('UPS Access Point location', 'shipping_center')).toEqual(['package_locker'])
  expect(overture('Citi Bike Station', 'bike_rentals')).toEqual(['bike_sharing'])
  expect(overture('Coinstar', 'financial_service')).toEqual(['self_service_kiosk'])
  expect(overture('Resharp', 'kitchen_supply_store')).toEqual(['self_service_kiosk'])
  expect(overture('Little Free Library #2', 'library', 'bookstore')).toEqual(['book_exchange_box'])
  expect(overture('MTA M7 & M20 Bus Stop', 'transportation')).toEqual(['bus_stop'])
  expect(overture('MTA Subway - Park Place', 'transportation')).toEqual(['metro_station'])
  expect(overture('Subway', 'sandwich_shop')).toEqual(['sandwich_shop'])
})

const list = (words: string) => categoriesOf(named('Adler'), [words], 'csv').categories

test("a category of an operator's list is read as the words of a search", () => {
  expect(list('Self-storage facility')).toEqual(['self_storage_facility'])
  expect(list('Zeppelin tours')).toEqual(['zeppelin_tours'])
})

test('who maps a place has seen what it is', () => {
  expect(categoriesOf(named('Adler'), ['plumbing'], 'osm').toldBy).toBe('map')
  expect(categoriesOf(named('Adler'), ['plumbing'], 'overture').toldBy).toBe('source')
})
