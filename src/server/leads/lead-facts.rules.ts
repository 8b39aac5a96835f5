import type { Lead } from '#contract/leads.ts'
import type { CatalogSnapshot, Dataset } from '../places/catalog.ts'
import type { FoundPlace } from '../places/places-provider.ts'

/** What a lead keeps of its place: all that is shown, but for what belongs to one search. */
export type LeadFacts = Omit<Lead, 'id' | 'distanceMiles'>

const HIGH_RATING = 4

/** Names a place for good, whatever is imported again: its dataset and the source's own id. */
export const placeKeyOf = (place: FoundPlace, catalog: CatalogSnapshot): string =>
  `${datasetOf(place, catalog).key}:${place.sourceId}`

export function leadFactsOf(place: FoundPlace, catalog: CatalogSnapshot): LeadFacts {
  const dataset = datasetOf(place, catalog)
  const [mainCategory] = place.categoryIds
  return {
    businessName: place.name,
    category: mainCategory === undefined ? null : (catalog.categoryNames.get(mainCategory) ?? null),
    phoneNumber: place.phone === null ? null : nationalPhone(place.phone),
    address: place.street,
    city: place.city,
    state: place.state,
    zipCode: place.zip,
    website: place.website,
    email: place.email,
    latitude: place.lat,
    longitude: place.lon,
    rating: place.rating === null ? null : String(place.rating),
    qualityScore: place.quality,
    scoreLines: place.scoreLines,
    hasWebsite: place.website !== null,
    hasPhoneNumber: place.phone !== null,
    hasHighRating: (place.rating ?? 0) >= HIGH_RATING,
    source: dataset.source.key,
    sourceLicense: place.license,
    lastConfirmed: place.confirmedOn,
    isSample: dataset.source.isSample,
  }
}

/** E.164 digits as people write them: 13034400000 is "(303) 440-0000". */
export function nationalPhone(digits: number): string {
  const [, area, exchange, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(String(digits)) ?? []
  return area === undefined ? `+${digits}` : `(${area}) ${exchange}-${line}`
}

function datasetOf(place: FoundPlace, catalog: CatalogSnapshot): Dataset {
  const dataset = catalog.datasets.get(place.datasetId)
  if (dataset === undefined) throw new Error(`Place ${place.id} belongs to no known dataset`)
  return dataset
}
