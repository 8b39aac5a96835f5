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
