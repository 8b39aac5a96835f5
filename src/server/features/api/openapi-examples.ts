import { z } from 'zod'
import { type Endpoint, FileOf, type Schema } from '#contract/endpoint.ts'
import { offeredPlans } from '#contract/plans.ts'

type Fields = Record<string, unknown>

/** An example call of an operation. Tests send it and compare the real response with the example. */
export type Example = {
  params?: Fields
  query?: Fields
  body?: Fields
  /** The example responses by status. */
  answers: Fields
}

const id = 1024
const now = '2026-03-04T15:00:00.000Z'
const website = 'https://flatirons-plumbing.example'
const criteria = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 10 }
const areaCriteria = { businessCategory: 'Plumbers', areas: [{ place: 'Boulder, CO' }, { place: '80501' }], radius: 10 }
const attribution = 'Overture Maps Foundation, overturemaps.org, and the sources that each place names'
const csv = [
  'name,category,phone,website,email,street,city,state,postal_code,latitude,longitude,distance_miles,rating,quality_score,source,source_license,last_confirmed,lead_id,search_category,search_location,attribution,fact_sources,still_listed',
  `Flatirons Plumbing Co,Plumbing,(303) 555-0142,${website},,1820 Pearl St,Boulder,CO,80302,40.0189,-105.2704,0.29,,85,overture,CDLA-Permissive-2.0,2026-01-30,${id},Plumbers,"Boulder, CO","${attribution}","phone: Overture Maps, CDLA-Permissive-2.0, release 2026-02-18.0",yes`,
  '',
].join('\r\n')

/** Requests with other fields than the required ones. */
const requests: Record<string, Omit<Example, 'answers'>> = {
  previewSearch: { body: criteria },
  createSearch: { body: criteria },
  previewAreaSearch: { body: areaCriteria },
  createAreaSearch: { body: areaCriteria },
  readSites: { body: { leadIds: [id] } },
  getSiteProgress: { query: { since: now } },
  changeLeads: { body: { leadIds: [id], status: 'contacted' } },
  renameList: { body: { name: 'Call next week' } },
  changeSavedSearch: { body: { isMailed: false } },
  listSearches: { query: { limit: 20 } },
  listLeads: { query: { searchId: id, quality: 'high', hasPhone: 'true', sort: 'quality', limit: 20 } },
  createExport: { body: { searchId: id } },
  pollNewLeads: { query: { limit: 100 } },
  pollStatusChanges: { query: { limit: 100 } },
  pollHits: { query: { limit: 100 } },
  matchRows: {
    body: {
      rows: [
        { name: 'Flatirons Plumbing', street: '1820 Pearl Street', city: 'Boulder', state: 'CO', zip: '80302' },
        { name: 'Somebody Else', phone: '(303) 555-0199' },
      ],
    },
  },
}

const api = offeredPlans.find(({ gates }) => gates.includes('api'))
/** Values of fields by their names, without those whose type already suggests one. "a.b" is for `b` inside `a`. */
const samples: Fields = {
  address: '1820 Pearl St',
  areas: [],
  attribution,
  becomes: 'contacted',
  body: 'Asked for a quote; call again on Monday',
  businessCategory: 'Plumbers',
  businessName: 'Flatirons Plumbing Co',
  category: 'plumbing',
  'leads.category': 'Plumbing',
  'items.category': 'Plumbing',
  'category.label': 'Plumbers',
  'changes.fact': 'website',
  'changes.is': website,
  city: 'Boulder',
  code: 'phone',
  'contains.label': 'Plumbing',
  confirmedOn: '2026-01-30',
  contactPulls: { quota: api?.contactPullQuota, remaining: 6420 },
  detail: 'local number',
  distanceMiles: 0.29,
  doNotContactEntries: [],
  earned: 30,
  estimatedLeads: 1260,
  ended: { read: 2, withEmail: 1, failed: 0 },
  evidence: '',
  fact: 'phone',
  'facts.value': 'info@flatirons-plumbing.example',
  'facts.pageUrl': website,
  'filterCounts.name': 'hasPhoneNumber',
  'filterCounts.value': true,
  filters: [],
  'flags.pageUrl': website,
  grade: 'D',
  hasOwnWebsite: true,
  hasPhoneNumber: true,
  hasWebsite: true,
  hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  hours: 'Mo-Fr 08:00-17:00',
  id,
  isListed: true,
  isMailed: true,
  isSearched: true,
  kind: 'status',
  label: 'Boulder, CO',
  lastConfirmed: '2026-01-30',
  latitude: 40.0189,
  leadId: id,
  leadIds: id,
  listId: id,
  license: 'CDLA-Permissive-2.0',
  load: null,
  location: 'Boulder, CO',
  longitude: -105.2704,
  matches: 143,
  maxNewPulls: 4,
  message: 'Done',
  missing: 'viewport',
  name: 'Plumbers in Boulder',
  nextPageToken: 'WzE4MiwyMCwyMF0.YrLQnnD74d04anLMQWsR8A',
  noteId: id,
  pageToken: 'WzE4MiwyMCwyMF0.YrLQnnD74d04anLMQWsR8A',
  phoneKind: 'in-state',
  phoneNumber: '(303) 555-0142',
  plan: api?.tier,
  platform: 'WordPress',
  possible: 30,
  pulls: 18,
  pullsLeft: 6420,
  qualityScore: 85,
  radius: 10,
  reasons: 'The site has no layout for phones.',
  related: [],
  release: '2026-02-18.0',
  report: null,
  savedSearch: 'Plumbers in Boulder',
  savedSearchId: id,
  'scoreLines.label': 'Phone number',
  score: 60,
  'search.maxNewPulls': null,
  searchId: id,
  searches: { quota: api?.searchQuota, remaining: 987 },
  secret: 'whsec_bGVhZGxpbmUgc2lnbnMgaXRzIHdlYmhvb2tzIQ==',
  shows: 'https',
  socials: ['https://www.facebook.com/flatironsplumbing'],
  source: 'overture',
  sourceLicense: 'CDLA-Permissive-2.0',
  sourceName: 'Overture Maps',
  'sources.name': 'Overture Maps',
  state: 'CO',
  tags: [],
  timeTaken: 0.042,
  timeZone: 'America/Denver',
  total: 143,
  towns: [],
  url: 'https://hooks.example/leadline',
  webhookId: id,
  website,
  withoutCategories: [],
  words: 'Plumbers',
  'location.words': 'Boulder, CO',
  zipCode: '80302',
}

/** An example call of an operation, made from its schemas. */
export const exampleOf = (operationId: string, { params, body, replies }: Endpoint): Example => ({
  params: params && (valueOf(params, true) as Fields),
  body: body && (valueOf(body, true) as Fields),
  ...requests[operationId],
  answers: Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => [status, reply instanceof FileOf ? csv : valueOf(reply, false)]),
  ),
})

/** A value that the schema of a field allows. Optional fields are left out, except `ended`, which the call asks for. */
function valueOf(schema: Schema, isRequest: boolean, name = '', inside = ''): unknown {
  const sample = [`${inside}.${name}`, name].find(key => key in samples && z.safeParse(schema, samples[key]).success)
  if (sample !== undefined) return samples[sample]
  const { def } = schema as unknown as Pick<z.core.$ZodTypes['_zod'], 'def'>
  const valueIn = (inner: Schema) => valueOf(inner, isRequest, name, inside)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([field, inner]) => field === 'ended' || !mayBeLeftOut(inner, isRequest))
          .map(([field, inner]) => [field, valueOf(inner, isRequest, field, name)]),
      )
    case 'array':
      return [valueIn(def.element)]
    case 'nullable':
      return def.innerType instanceof z.ZodObject ? valueIn(def.innerType) : null
    case 'optional':
    case 'default':
      return valueIn(def.innerType)
    case 'pipe':
      return valueIn(def.out)
    case 'union':
      return valueIn(def.options[0] ?? schema)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'boolean':
      return false
    case 'number':
      return 1
    case 'string':
      if (z.safeParse(schema, now).success) return now
      throw new Error(`The examples of the API lack a value for "${inside}.${name}"`)
    default:
      return null
  }
}

const mayBeLeftOut = (schema: Schema, isRequest: boolean): boolean =>
  schema instanceof z.ZodOptional || (isRequest && schema instanceof z.ZodDefault)
