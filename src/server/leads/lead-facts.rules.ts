import { type LeadFactName, leadFactNames } from '#contract/leads/lead-facts.ts'
import type { LeadWork } from '#contract/leads/lead-status.ts'
import type { FactChange, FactSource, Lead } from '#contract/leads/leads.ts'
import { cellOf } from '#geography/index.ts'
import type { FoundPlace, PlaceName } from '#server/catalog/place/places-provider.ts'
import type { FactOrigin, ProvenField } from '#server/catalog/place/provenance.ts'
import { ownWebsite } from '#server/catalog/place/sources.ts'
import type { CatalogSnapshot, Dataset } from '#server/catalog/search/catalog.ts'

/** What a lead stores: everything that is shown, except what belongs to a search or to the user, or is computed. */
export type LeadFacts = Omit<
  Lead,
  | 'id'
  | 'phoneKind'
  | 'distanceMiles'
  | 'timeZone'
  | 'changes'
  | 'isListed'
  | 'doNotContact'
  | 'report'
  | 'factSources'
  | 'site'
  | LeadFactName
  | keyof LeadWork
> & {
  /** Older leads have no `datasetId`. */
  factSources: (FactSource & { datasetId?: number })[]
  /** The domain of its own website, by which the check is found. Null if it has none, or is a branch of a chain. */
  siteDomain?: string | null
} & Partial<Pick<Lead, LeadFactName>>

const HIGH_RATING = 4

/** The keys of all rows of a place, the main row first. A lead with any of them is a lead of the place. */
export const placeKeysOf = (place: FoundPlace, catalog: CatalogSnapshot): string[] => [
  ...new Set([
    `${datasetOf(place, catalog).key}:${place.sourceId}`,
    ...keysNamed(place.provenance?.members ?? [], catalog),
  ]),
]

/** The keys of rows whose dataset still exists. */
export const keysNamed = (names: readonly PlaceName[], { datasets }: CatalogSnapshot): string[] =>
  names.flatMap(({ datasetId, sourceId }) => {
    const dataset = datasets.get(datasetId)
    return dataset === undefined ? [] : `${dataset.key}:${sourceId}`
  })

/** The dataset and source id in a place key; null if the dataset no longer exists. */
export function placeNameOf(placeKey: string, { datasets }: CatalogSnapshot): PlaceName | null {
  const dataset = [...datasets.values()]
    .filter(({ key }) => placeKey.startsWith(`${key}:`))
    .reduce<Dataset | null>((longest, next) => (next.key.length > (longest?.key.length ?? 0) ? next : longest), null)
  return dataset === null ? null : { datasetId: dataset.id, sourceId: placeKey.slice(dataset.key.length + 1) }
}

/** A phone of a place, and the place's name. One phone may be that of several businesses, which have other names. */
export type Line = { phone: number; name: string }

export const lineKey = (phone: number | null, name: string): string => `${phone} ${name.toLowerCase()}`

/** The lines of all rows of a place. A user who has a lead for any of them has the lead. */
export const linesOf = ({ name, phone, provenance }: Pick<FoundPlace, 'name' | 'phone' | 'provenance'>): Line[] =>
  [...(phone === null ? [] : [phone]), ...otherPhonesOf({ provenance })].map(one => ({ phone: one, name }))

export const otherPhonesOf = ({ provenance }: Pick<FoundPlace, 'provenance'>): number[] => provenance?.phones ?? []

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
    // The website of a chain says nothing about how a branch presents itself.
    siteDomain: dataset.source.isSample || place.brand !== null ? null : place.domain,
    email: place.email,
    latitude: place.lat,
    longitude: place.lon,
    rating: place.rating === null ? null : String(place.rating),
    qualityScore: place.quality,
    scoreLines: place.scoreLines,
    hasWebsite: place.hasOwnWebsite,
    hasPhoneNumber: place.phone !== null,
    hasHighRating: (place.rating ?? 0) >= HIGH_RATING,
    source: dataset.source.key,
    sourceLicense: place.license,
    lastConfirmed: place.confirmedOn,
    ...knownFactsOf(place),
    isSample: dataset.source.isSample,
    ...sourcesOf(place, catalog),
  }
}

const knownFactsOf = (place: Pick<FoundPlace, LeadFactName>): Partial<Pick<Lead, LeadFactName>> =>
  Object.fromEntries(leadFactNames.flatMap(name => (place[name] === null ? [] : [[name, place[name]]])))

/** The source of each fact. In a merged place, each fact has its row; in any other, all have one. */
function sourcesOf(place: FoundPlace, catalog: CatalogSnapshot): Pick<LeadFacts, 'factSources' | 'attribution'> {
  const { datasetId, origin, license, confirmedOn } = place
  const one = { datasetId, origin, license, confirmedOn }
  const known = {
    name: place.name,
    phone: place.phone,
    website: place.website,
    email: place.email,
    address: place.street ?? place.city,
    rating: place.provenance?.fields.rating === undefined ? null : place.rating,
    hours: place.hours,
  }
  const covering = catalog.coverage.byCell.get(cellOf(place.lat, place.lon)) ?? []
  const facts = Object.entries(known).flatMap(([fact, value]): CreditedSource[] => {
    const from: FactOrigin = place.provenance?.fields[fact as ProvenField] ?? one
    if (value === null) return []
    if (from.page !== undefined) return [ofWebsite(fact as ProvenField, from)]
    const dataset = catalog.datasets.get(from.datasetId ?? 0)
    if (dataset === undefined) return []
    const source = {
      datasetId: dataset.id,
      fact: fact as ProvenField,
      source: dataset.source.key,
      sourceName: from.origin === null ? dataset.name : `${dataset.name} (${from.origin})`,
      license: from.license,
      confirmedOn: from.confirmedOn,
      release: covering.find(({ datasetId: covered }) => covered === from.datasetId)?.release ?? null,
    }
    return [{ source, attribution: dataset.source.attribution }]
  })
  return {
    factSources: facts.map(({ source }) => source),
    attribution: [...new Set(facts.map(({ attribution }) => attribution))],
  }
}

type CreditedSource = { source: LeadFacts['factSources'][number]; attribution: string }

const ofWebsite = (fact: ProvenField, { license, confirmedOn, page }: FactOrigin): CreditedSource => ({
  source: {
    fact,
    source: ownWebsite.key,
    sourceName: ownWebsite.name,
    license,
    confirmedOn,
    release: null,
    ...(page === undefined ? {} : { pageUrl: page }),
  },
  attribution: ownWebsite.attribution,
})

export const changing = [
  'businessName',
  'phoneNumber',
  'website',
  'email',
  'address',
  'city',
  'state',
  'zipCode',
] as const

export type ChangingFacts = Pick<LeadFacts, (typeof changing)[number]>

export const changesBetween = (pulled: ChangingFacts, now: ChangingFacts): FactChange[] =>
  changing.flatMap(fact => (pulled[fact] === now[fact] ? [] : [{ fact, was: pulled[fact], is: now[fact] }]))

/** Formats E.164 digits: 13034400000 becomes "(303) 440-0000". */
export function nationalPhone(digits: number): string {
  const [, area, exchange, line] = /^1(\d{3})(\d{3})(\d{4})$/.exec(String(digits)) ?? []
  return area === undefined ? `+${digits}` : `(${area}) ${exchange}-${line}`
}

function datasetOf(place: FoundPlace, catalog: CatalogSnapshot): Dataset {
  const dataset = catalog.datasets.get(place.datasetId)
  if (dataset === undefined) throw new Error(`Place ${place.id} belongs to no known dataset`)
  return dataset
}
