import type { CatalogPlace } from './place-facts.ts'

/** Main categories of places that nobody calls: parks, fields, stops, and machines. */
const neverCalled = new Set(
  `park playground dog_park state_park national_park hiking_trail nature_reserve lake river waterfall sculpture_statue
  basketball_court baseball_field soccer_field volleyball_court bus_stop metro_station
  light_rail_and_subway_stations public_toilet public_phones public_restrooms atm atms package_locker bike_sharing
  bike_parking self_service_kiosk book_exchange_box`.split(/\s+/),
)

/** Main categories that some businesses have, too. Those have a phone, a website, or an email. */
const seldomCalled = new Set(
  `parking landmark_and_historical_building historic_site monument mural street_art campus_building
  ev_charging_station cemeteries memorial_park tennis_court skate_park rest_areas rest_stop fishing_spot
  forest mountain beach island canyon cave hot_springs bridge pier lookout public_plaza fountain bus_station
  train_station public_transportation structure_and_geography geographic_entities
  landmarks_and_outdoors_structure`.split(/\s+/),
)

/** Whether a place is not a business, but for example a park, a bus stop, a statue, or an ATM. */
export function isPublicPlace({ categories: [main = ''], phone, website, email }: CatalogPlace): boolean {
  if (neverCalled.has(main)) return true
  return seldomCalled.has(main) && phone === null && website === null && email === null
}
