import type { PublicPreview } from '#contract/searches/public-preview.ts'
import type { FoundPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { nationalPhone } from '#server/leads/lead-facts.rules.ts'
import { maskedDomain, maskedEmail, maskedPhone } from '#server/leads/masked-contacts.rules.ts'

/** The part of a place that visitors see. It shows that the place is real, but the contacts are masked. */
export const shownInPublic = (
  place: FoundPlace,
  { datasets }: Pick<CatalogSnapshot, 'datasets'>,
): PublicPreview['leads'][number] => ({
  businessName: place.name,
  phone: place.phone === null ? null : maskedPhone(nationalPhone(place.phone)),
  website: place.website === null ? null : maskedDomain(place.website),
  email: place.email === null ? null : maskedEmail(place.email),
  qualityScore: place.quality,
  scoreLines: place.scoreLines,
  source: datasets.get(place.datasetId)?.name ?? '',
  confirmedOn: place.confirmedOn,
})

/** A share in whole percent. It is only 100% if the part is everything, and only 0% if the part is nothing. */
export function wholePercent(part: number, whole: number): number {
  if (part === 0 || part === whole) return part === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
