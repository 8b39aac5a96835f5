import type { KindEvidence } from '#contract/leads/lead-facts.ts'
import { keyOfCategory, kindOf, type NamedBusiness } from '#words/index.ts'
import { type SourceKey, sources } from './sources.ts'

const MAX_KEY_LENGTH = 80

// The top levels of Overture's two category trees, and other keys that are just as broad.
const broad = new Set([
  'accommodation',
  'active_life',
  'arts_and_entertainment',
  'attractions_and_activities',
  'automotive',
  'beauty_and_spa',
  'business',
  'business_to_business',
  'community_and_government',
  'cultural_and_historic',
  'eat_and_drink',
  'education',
  'establishment',
  'event_or_party_service',
  'event_planning',
  'financial_service',
  'flowers_and_gifts_shop',
  'food_and_drink',
  'geographic_entities',
  'health_and_medical',
  'health_care',
  'heatlh_care',
  'home_service',
  'lifestyle_services',
  'local_business',
  'lodging',
  'mass_media',
  'other',
  'pets',
  'point_of_interest',
  'private_establishments_and_corporates',
  'professional_service',
  'professional_services',
  'public_service_and_government',
  'real_estate',
  'religious_organization',
  'retail',
  'services',
  'services_and_business',
  'shopping',
  'sports_and_recreation',
  'store',
  'structure_and_geography',
  'travel',
  'travel_and_transportation',
])

/** Whether a key says what a business does. Broad keys such as "services_and_business" do not. */
export const isSpecificCategory = (key: string | undefined): boolean => key !== undefined && !broad.has(key)

/** Turns words into a key in Overture's spelling: "med_spa" for "Med Spa". Null if no letter remains. */
export function categoryKey(words: string): string | null {
  const key = words
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_KEY_LENGTH)
    .replaceAll(/^_+|_+$/g, '')
  return /[a-z]/.test(key) ? key : null
}

/**
 * The category keys of a place, the main one first, and what tells the main one. The words of an operator's list are
 * read as those of a search, and other sources have keys. A machine within another business has its own category.
 */
export function categoriesOf(
  place: NamedBusiness,
  words: readonly string[],
  source: SourceKey,
): { categories: string[]; toldBy: KindEvidence | null } {
  const keys = words.flatMap(word => (sources[source].isList ? keyOfCategory(word) : null) ?? categoryKey(word) ?? [])
  const machine = machineCategory(place.name, keys[0])
  if (machine !== null) return { categories: [machine], toldBy: 'name' }
  const { keys: categories, toldBy } = kindOf(place, keys)
  // People map what they see.
  return { categories, toldBy: source === 'osm' && toldBy === 'source' ? 'map' : toldBy }
}

const machineHosts = new Set([
  'atm',
  'atms',
  'bank_credit_union',
  'banks',
  'bank',
  'convenience_store',
  'courier_and_delivery_service',
  'courier_and_delivery_services',
  'credit_union',
  'currency_exchange',
  'financial_service',
  'flowers_and_gifts_shop',
  'gas_station',
  'grocery_store',
  'shopping',
])

const pickupPoint =
  /^(?:amazon (?:hub )?(?:locker|counter)|vinted go|(?:ups|fedex) (?:access point|drop ?box)|usps collection (?:box|point))\b/i
const bikeStation = /^(?:citi ?bike|divvy|bluebikes|[a-z]* ?bcycle)\b/i
const busStop = /\bbus stop\b/i
const subway = /^mta subway\b/i
const bookBox = /^little free (?:library|pantry)\b/i
const kiosk = /^(?:coinstar|redbox|ecoatm|minute ?key|keyme|resharp)\b|\bpropane exchange\b/i

// Nobody wants to call an ATM that is listed as a bank, so it gets its own category. So do other things that are
// located at another business.
function machineCategory(name: string, main: string | undefined): string | null {
  if (pickupPoint.test(name)) return 'package_locker'
  if (bikeStation.test(name)) return 'bike_sharing'
  if (kiosk.test(name)) return 'self_service_kiosk'
  if (bookBox.test(name)) return 'book_exchange_box'
  if (busStop.test(name)) return 'bus_stop'
  if (subway.test(name)) return 'metro_station'
  const isAtHost = main === undefined || machineHosts.has(main)
  return isAtHost && /\bATM\b/.test(name) ? 'atm' : null
}
