const generic = new Set([
  'business',
  'establishment',
  'local_business',
  'other',
  'point_of_interest',
  'private_establishments_and_corporates',
  'professional_service',
  'professional_services',
  'retail',
  'services',
  'services_and_business',
  'shopping',
  'store',
])

/** Whether a category fits any trade, such as "professional_services". */
export const isGenericCategory = (key: string): boolean => generic.has(key)

// The top levels of Overture's two category trees, and other keys that are just as broad.
const broad = new Set([
  ...generic,
  'accommodation',
  'active_life',
  'arts_and_entertainment',
  'attractions_and_activities',
  'automotive',
  'beauty_and_spa',
  'business_to_business',
  'community_and_government',
  'cultural_and_historic',
  'eat_and_drink',
  'education',
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
  'lodging',
  'mass_media',
  'pets',
  'public_service_and_government',
  'real_estate',
  'religious_organization',
  'sports_and_recreation',
  'structure_and_geography',
  'travel',
  'travel_and_transportation',
])

/** Whether a key says what a business does. Broad keys such as "services_and_business" do not. */
export const isSpecificCategory = (key: string | undefined): boolean => key !== undefined && !broad.has(key)

const landscape = new Set([
  'beach',
  'bridge',
  'canyon',
  'cave',
  'forest',
  'hot_springs',
  'island',
  'lake',
  'lookout',
  'mountain',
  'park',
  'pier',
  'public_plaza',
  'river',
  'waterfall',
])

/** Whether a category is a part of the landscape, which many businesses are named after. */
export const isLandscape = (key: string | undefined): boolean => key !== undefined && landscape.has(key)
