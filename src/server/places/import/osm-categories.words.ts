import { categoryKey } from './category.rules.ts'

// Values of OpenStreetMap's tags, and our catalog's key for each where it is not the value itself (with "_store" for a shop).
const tables = {
  amenity: `fast_food fast_food_restaurant · cafe cafe · pub pub · bar bar · ice_cream ice_cream_shop · biergarten beer_garden
    doctors doctor · clinic medical_center · dentist dentist · veterinary veterinarian · pharmacy pharmacy
    fuel gas_station · car_wash car_wash · car_rental car_rental_agency · vehicle_inspection vehicle_inspection
    bank bank_credit_union · bureau_de_change currency_exchange · childcare day_care_preschool · kindergarten preschool
    driving_school driving_school · language_school language_school · music_school music_school · school school
    college college_university · university college_university · cinema cinema · theatre theatre
    nightclub dance_club · casino casino · gym gym · place_of_worship religious_organization · post_office post_office
    social_facility social_service_organizations · nursing_home assisted_living_facility · hospital hospital
    studio recording_and_rehearsal_studio · events_venue venue_and_event_space · coworking_space coworking_space
    animal_boarding pet_boarding · food_court food_court · payment_centre financial_service · money_transfer money_transfer_services
    library library · community_centre community_center · arts_centre arts_and_crafts · crematorium funeral_services_and_cemeteries
    funeral_hall funeral_services_and_cemeteries · internet_cafe internet_cafe · marketplace public_market`,
  shop: `hairdresser hair_salon · beauty beauty_salon · car_repair automotive_repair · car car_dealer · car_parts automotive_parts_and_accessories
    tyres tire_dealer_and_repair · motorcycle motorcycle_dealer · motorcycle_repair motorcycle_repair · truck truck_dealer
    truck_repair truck_repair · caravan recreational_vehicle_dealer · boat boat_dealer · bicycle bicycle_shop · supermarket grocery_store
    greengrocer fruits_and_vegetables · grocery grocery_store · butcher butcher_shop · seafood seafood_market · bakery bakery · pastry bakery
    confectionery candy_store · deli delicatessen · coffee coffee_shop · tea tea_room · alcohol beer_wine_and_spirits · wine beer_wine_and_spirits
    beverages beverage_store · chemist drugstore · optician eyewear_and_optician · hearing_aids hearing_aids
    medical_supply medical_supply · nutrition_supplements vitamins_and_supplements · tattoo tattoo_and_piercing · massage massage
    laundry laundromat · dry_cleaning dry_cleaning · mobile_phone mobile_phone_store · telecommunication telecommunications
    computer computer_store · electronics electronics · hifi electronics · storage_rental self_storage_facility
    money_lender check_cashing_payday_loans · pawnbroker pawn_shop · copyshop printing_services · printer_ink printing_services
    estate_agent real_estate_agent · travel_agency travel_services · funeral_directors funeral_services_and_cemeteries
    locksmith key_and_locksmith · florist florist · garden_centre nursery_and_gardening · agrarian agricultural_service
    hardware hardware_store · doityourself home_improvement_store · trade building_supply_store · flooring flooring_store
    paint paint_store · electrical lighting_store · lighting lighting_store · plumbing plumbing · bed mattress_store
    interior_decoration home_decor · window_blind shades_and_blinds · curtain shades_and_blinds · appliance appliance_store
    houseware home_goods_store · kitchen kitchen_and_bath · swimming_pool pool_and_hot_tub_services · fireplace fireplace_service
    second_hand thrift_store · charity thrift_store · variety_store discount_store · antiques antique_store · books bookstore
    toys toy_store · games games_store · video_games video_game_store · music music_and_dvd_store · musical_instrument musical_instrument_store
    art art_gallery · frame framing_store · craft arts_and_crafts · fabric fabric_store · stationery office_equipment · gift gift_shop
    jewelry jewelry_store · watches watch_store · clothes clothing_store · shoes shoe_store · bag luggage_store
    fashion_accessories fashion_accessories_store · tailor sewing_and_alterations · shoe_repair shoe_repair · sports sporting_goods
    outdoor outdoor_gear · fishing hunting_and_fishing_supplies · weapons gun_and_ammo · pet pet_store · pet_grooming pet_groomer
    tobacco tobacco_shop · e-cigarette vape_shop · cannabis cannabis_dispensary · rental rental_service · tool_hire rental_service
    plant_hire rental_service · convenience convenience_store · department_store department_store · mall shopping_center
    general general_store · wholesale wholesale_store · cosmetics cosmetic_and_beauty_supplies
    hairdresser_supply cosmetic_and_beauty_supplies · photo photography_store_and_services · security security_services
    glaziery glass_and_mirror_sales_service · sign sign_making · groundskeeping landscaping · repair appliance_repair_service`,
  craft: `plumber plumbing · electrician electrician · hvac hvac_services · roofer roofing · carpenter carpenter · painter painting
    floorer flooring_contractors · carpet_layer carpet_installation · glaziery glass_and_mirror_sales_service
    window_construction windows_installation · metal_construction metal_fabricator · stonemason masonry_contractors
    locksmith key_and_locksmith · cleaning home_cleaning · gardener landscaping · photographer photographer · signmaker sign_making
    electronics_repair electronics_repair_shop · caterer caterer · brewery brewery · winery winery · distillery distillery
    tailor sewing_and_alterations · dressmaker sewing_and_alterations · shoemaker shoe_repair · jeweller jewelry_store
    pottery pottery_studio · confectionery candy_store · builder contractor · handyman handyman · pest_control pest_control_service
    upholsterer furniture_reupholstery · cabinet_maker cabinet_sales_service · tiler tiling · plasterer drywall_services`,
  office: `lawyer lawyer · notary notary_public · accountant accountant · tax_advisor tax_services · insurance insurance_agency
    financial financial_service · financial_advisor financial_advising · mortgage mortgage_broker · estate_agent real_estate_agent
    property_management property_management · architect architect · engineer engineering_services · surveyor land_surveying
    construction_company contractor · construction contractor · it it_service_and_computer_repair · telecommunication telecommunications
    advertising_agency advertising_agency · marketing marketing_agency · consulting business_consulting · employment_agency employment_agencies
    moving_company movers · security security_services · coworking coworking_space · therapist counseling_and_mental_health
    interior_design interior_design · landscaping landscaping · newspaper media_news_company · publishing print_media
    research research_institute · educational_institution education · energy_supplier energy_company · travel_agent travel_services
    charity charity_organization · ngo non_governmental_association · association social_service_organizations
    foundation charity_organization · religion religious_organization · government public_service_and_government
    company corporate_office · yes corporate_office · claims insurance_agency · physician doctor · guide tours`,
  healthcare: `doctor doctor · dentist dentist · clinic medical_center · centre medical_center · hospital hospital · pharmacy pharmacy
    physiotherapist physical_therapy · optometrist optometrist · chiropractor chiropractor · psychotherapist psychotherapist
    podiatrist podiatrist · laboratory diagnostic_services · audiologist audiologist · counselling counseling_and_mental_health
    alternative alternative_medicine · rehabilitation rehabilitation_center · midwife midwife · blood_donation blood_and_plasma_donation_center
    urgent_care urgent_care_clinic · nurse home_health_care · home_care home_health_care · hospice hospice`,
  leisure: `fitness_centre gym · sports_centre sports_and_recreation_venue · bowling_alley bowling_alley · golf_course golf_course
    dance dance_school · escape_game escape_rooms · amusement_arcade arcade · adult_gaming_centre casino · sauna sauna
    miniature_golf miniature_golf_course · ice_rink ice_skating_rink · horse_riding horse_riding · marina marina
    trampoline_park trampoline_park · water_park water_park · tanning_salon tanning_salon · hackerspace community_center`,
  tourism: `hotel hotel · motel motel · hostel hostel · guest_house bed_and_breakfast · apartment holiday_rental_home · camp_site campground
    caravan_site rv_park · museum museum · gallery art_gallery · zoo zoo · aquarium aquarium · theme_park amusement_park
    attraction landmark_and_historical_building · chalet cabin`,
  cuisine: `pizza pizza_restaurant · burger burger_restaurant · mexican mexican_restaurant · chinese chinese_restaurant
    italian italian_restaurant · thai thai_restaurant · japanese japanese_restaurant · sushi sushi_restaurant · indian indian_restaurant
    vietnamese vietnamese_restaurant · korean korean_restaurant · american american_restaurant · barbecue barbecue_restaurant
    bbq barbecue_restaurant · seafood seafood_restaurant · steak_house steakhouse · sandwich sandwich_shop · chicken chicken_restaurant
    mediterranean mediterranean_restaurant · greek greek_restaurant · french french_restaurant · breakfast breakfast_and_brunch_restaurant
    coffee_shop coffee_shop · ice_cream ice_cream_shop · donut donuts · bagel bagel_shop · bubble_tea bubble_tea · asian asian_restaurant
    ramen noodles_restaurant · noodle noodles_restaurant · vegan vegan_restaurant · vegetarian vegetarian_restaurant
    middle_eastern middle_eastern_restaurant · ethiopian ethiopian_restaurant · hawaiian hawaiian_restaurant · basque basque_restaurant`,
} as const
type Tag = keyof typeof tables

// Of these tags only what the table names is a business; any shop, craft, office and practice is one.
const namedAlone: ReadonlySet<Tag> = new Set(['amenity', 'leisure', 'tourism', 'cuisine'])
const noBusiness = new Set(['no', 'vacant', 'disused', 'closed'])
const keptValues = new Set(['restaurant', 'public_building', 'townhall', 'courthouse'])

const byTag = new Map(Object.entries(tables).map(([tag, text]) => [tag as Tag, readTable(text)]))

function readTable(text: string): Map<string, string> {
  const pairs = text.split(/\s*·\s*|\n\s*/).map(pair => pair.trim().split(' '))
  return new Map(pairs.flatMap(([value = '', key = '']) => (key === '' ? [] : [[value, key] as const])))
}

/** Our key for a value of a tag; none for what is no business. */
export function osmCategories(tag: Tag, value: string): string[] {
  const key = byTag.get(tag)?.get(value)
  if (key !== undefined) return [key]
  if (noBusiness.has(value)) return []
  if (namedAlone.has(tag)) return keptValues.has(value) ? [value] : []
  const own = categoryKey(value === 'yes' ? tag : value)
  if (own === null) return []
  return [tag === 'shop' && !/(?:shop|store)$/.test(own) ? `${own}_store` : own]
}
