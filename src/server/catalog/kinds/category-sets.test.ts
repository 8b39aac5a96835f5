import { expect, test } from 'vitest'
import { categoryName } from '#words/index.ts'
import { buildCategoryIndex } from './category-index.ts'
import { resolveCategory } from './resolve-category.ts'

const parents: Record<string, string> = {
  mortgage_lender: 'installment_loans',
  martial_arts_club: 'sports_club_and_league',
  music_venue: 'performing_arts',
  makeup_artist: 'skin_care',
  pharmacy: 'health_store',
  medical_supply: 'health_store',
  goat_yodeling: 'yodeling',
  sheep_yodeling: 'yodeling',
  pizza_restaurant: 'italian_restaurant',
}
const keys = `delicatessen sandwich_shop private_school public_school school check_cashing_payday_loans installment_loans
  sports_club_and_league eyelash_service threading_service lingerie_store adult_store financial_advising investing
  performing_arts skin_care accountant video_game_store toy_store computer_store it_service_and_computer_repair
  information_technology_company collection_agencies credit_and_debt_counseling retirement_home skilled_nursing
  senior_citizen_services commercial_real_estate coworking_space professional_services health_store yodeling
  handyman contractor general_contractor mens_clothing_store clothing_store womens_clothing_store italian_restaurant
  boxing_gym gym e_cigarette_store tobacco_shop lumber_store hardware_store building_supply_store fabric_store
  arts_and_crafts hobby_shop party_supply costume_store internet_service_provider telecommunications
  janitorial_services pressure_washing recreational_vehicle_dealer recreation_vehicle_repair boat_dealer
  boat_service_and_repair childrens_clothing_store baby_gear_and_furniture movers truck_rentals auto_glass_service
  auto_body_shop tea_room bubble_tea chinese_restaurant car_inspection automotive_repair`
const all = [...new Set([...keys.split(/\s+/), ...Object.keys(parents)])]
const index = buildCategoryIndex(
  all.map((key, position) => ({
    id: position + 1,
    key,
    name: categoryName(key),
    parentKey: parents[key] ?? null,
  })),
)

const keysOf = (categories: readonly { key: string }[]) => categories.map(({ key }) => key)

function senseOf(words: string) {
  const resolved = resolveCategory(index, words)
  if (resolved.kind !== 'certain') throw new Error(`"${words}" is ${resolved.kind}`)
  return { keys: keysOf(resolved.sense.categories), relatedMains: keysOf(resolved.sense.relatedMains) }
}

test.each([
  ['deli', 'delicatessen', 'sandwich_shop'],
  ['private school', 'private_school', 'public_school school'],
  ['payday loan', 'check_cashing_payday_loans', 'mortgage_lender'],
  ['sports club', 'sports_club_and_league', 'martial_arts_club'],
  ['eyelash extensions', 'eyelash_service', 'threading_service'],
  ['eyebrow threading', 'threading_service', 'eyelash_service'],
  ['lingerie', 'lingerie_store', 'adult_store'],
  ['financial advisor', 'financial_advising', 'investing'],
  ['hedge fund', 'investing', 'financial_advising'],
  ['theater', 'performing_arts', 'music_venue'],
  ['music venue', 'music_venue', 'performing_arts'],
  ['skin care', 'skin_care', 'makeup_artist'],
  ['toy store', 'toy_store', 'video_game_store'],
  ['video games', 'video_game_store', 'toy_store'],
  ['computer repair', 'it_service_and_computer_repair', 'information_technology_company'],
  ['collection agency', 'collection_agencies', 'credit_and_debt_counseling'],
  ['senior living', 'retirement_home', 'skilled_nursing'],
  ['adult day care', 'senior_citizen_services', 'retirement_home'],
  ['commercial real estate agency', 'commercial_real_estate', 'coworking_space'],
  ['office space', 'coworking_space', 'computer_store'],
  ['italian food', 'italian_restaurant', 'pizza_restaurant'],
  ['boxing gym', 'boxing_gym', 'martial_arts_club gym'],
  ['karate', 'martial_arts_club', 'boxing_gym gym'],
  ['vape shop', 'e_cigarette_store', 'tobacco_shop'],
  ['cigar shop', 'tobacco_shop', 'e_cigarette_store'],
  ['lumber yard', 'lumber_store', 'hardware_store building_supply_store'],
  ['building supplies', 'building_supply_store', 'hardware_store'],
  ['home improvement store', 'hardware_store', 'handyman'],
  ['fabric store', 'fabric_store', 'arts_and_crafts'],
  ['hobby shop', 'hobby_shop', 'toy_store'],
  ['party supplies', 'party_supply', 'costume_store'],
  ['internet provider', 'internet_service_provider', 'telecommunications'],
  ['phone company', 'telecommunications', 'computer_store'],
  ['office cleaning', 'janitorial_services', 'pressure_washing'],
  ['rv dealer', 'recreational_vehicle_dealer', 'recreation_vehicle_repair'],
  ['boat repair', 'boat_service_and_repair', 'boat_dealer'],
  ['kids clothing', 'childrens_clothing_store', 'baby_gear_and_furniture'],
])('"%s" contains %s and not %s', (words, has, hasNot) => {
  const { keys: found } = senseOf(words)
  expect(found).toEqual(expect.arrayContaining(has.split(' ')))
  expect(found.filter(key => hasNot.split(' ').includes(key))).toEqual([])
})

test.each([
  ['accountant', 'financial_advising'],
  ['general contractor', 'handyman'],
  ['medical supply', 'pharmacy'],
  ['moving company', 'truck_rentals'],
  ['auto glass', 'auto_body_shop'],
  ['tea shop', 'chinese_restaurant'],
  ['smog check', 'automotive_repair'],
])('"%s" does not find places with the main category %s', (words, main) => {
  expect(senseOf(words).relatedMains).not.toContain(main)
})

test('a category outside all sets also finds places whose main category is a sibling or fits any trade', () => {
  const { relatedMains } = senseOf('goat yodeling')
  expect(relatedMains).toEqual(expect.arrayContaining(['sheep_yodeling', 'professional_services']))
  expect(relatedMains).not.toContain('performing_arts')
})

test('clothing stores that also sell clothes for men count as stores for men', () => {
  expect(senseOf('mens clothing store').relatedMains).toContain('clothing_store')
})
