import { z } from 'zod'
import { described } from '#contract/described.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { leadFilterFields } from '#contract/leads/leads.ts'
import { matchInputs, matchOutputs, matchRows } from '#contract/public-api/api-v1-match.ts'
import {
  apiInputs,
  ApiLeadListQuery,
  apiOutputs,
  ApiSearch,
  ApiUnderstood,
  leadFilterWords,
} from '#contract/public-api/api-v1-schemas.ts'
import { LeadChange, workInputs, workOutputs } from '#contract/public-api/api-v1-work-schemas.ts'
import * as work from '#contract/public-api/api-v1-work.ts'
import * as contract from '#contract/public-api/api-v1.ts'
import { LeadId } from '#contract/row-id.ts'
import { maxAreas } from '#contract/searches/search-areas.ts'
import type { Input } from '#server/http/call-within.ts'

export type Tool = {
  title: string
  description: string
  /** The operation of the public API that the tool calls. It determines the scope and the limits. */
  endpoint: Endpoint
  input: z.ZodType
  /** The part of the operation's answer that an assistant needs. Other fields would only distract it. */
  output: z.ZodObject
  /** False if repeating the call can cost something. */
  isIdempotent?: false
  inputOf: (given: unknown) => ToolInput
  /** One line about the answer. */
  say: (answer: unknown) => string
}

/** The input for an operation. `endpoint` is set if another operation with the same scope and limits is called. */
type ToolInput = Input & { endpoint?: Endpoint }

const tool = <I extends z.core.$ZodType, O extends z.core.$ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'inputOf' | 'say'> & {
    input: I
    output: O
    inputOf: (given: z.output<I>) => ToolInput
    say: (answer: z.output<O>) => string
  },
): Tool => definition as unknown as Tool

const Lead = apiOutputs.Lead.pick({
  id: true,
  businessName: true,
  category: true,
  phoneNumber: true,
  phoneKind: true,
  address: true,
  city: true,
  state: true,
  zipCode: true,
  website: true,
  email: true,
  distanceMiles: true,
  rating: true,
  qualityScore: true,
  status: true,
  followUpOn: true,
  noteCount: true,
  tags: true,
  socials: true,
  brand: true,
  firstSeenOn: true,
  site: true,
  lastConfirmed: true,
  isSample: true,
  isListed: true,
  doNotContact: true,
  attribution: true,
})
const page = { leads: z.array(Lead).describe('Up to 20 leads') }
const LeadPage = apiOutputs.LeadPage.extend(page)
const Understood = ApiUnderstood.pick({ radius: true }).extend({
  category: ApiUnderstood.shape.category.pick({ words: true, match: true, label: true }),
  location: ApiUnderstood.shape.location,
  areas: ApiUnderstood.shape.areas,
})
const SearchResult = apiOutputs.SearchResult.pick({
  total: true,
  hasNextPage: true,
  nextPageToken: true,
  coverage: true,
  load: true,
}).extend({
  search: ApiSearch.pick({ id: true, maxNewPulls: true }),
  understood: Understood,
  ...page,
})
const { total, nextCursor } = apiOutputs.LeadList.shape

const { location } = apiInputs.SearchCriteria.shape
// `confirmed` is left out, because `maxNewPulls` already limits the cost of large searches.
const Criteria = apiInputs.SearchCriteria.omit({ confirmed: true }).extend({
  location: location.optional().describe(location.description ?? ''),
  locations: z
    .array(location)
    .min(1)
    .max(maxAreas)
    .optional()
    .describe('Several places in words, instead of `location`. Each costs one search. A ZIP code means its own area'),
})
const oneOrSeveral = <Shape extends { location?: string | undefined; locations?: string[] | undefined }>(
  criteria: z.ZodType<Shape>,
) =>
  criteria.refine(given => (given.location === undefined) !== (given.locations === undefined), {
    path: ['location'],
    message: 'Send either `location` or `locations`',
  })
/** The operation to call with its body: `one` for a single place, or `several`. */
function searchIn(
  { locations, ...given }: Record<string, unknown> & { locations?: string[] | undefined },
  { one, several }: { one: Endpoint; several: Endpoint },
): ToolInput & { body: object } {
  if (locations === undefined) return { endpoint: one, body: given }
  return { endpoint: several, body: { ...given, areas: locations.map(place => ({ place })) } }
}
const idempotencyKey = contract.IdempotencyKey.optional().describe(
  'A text that is unique to this search. A repetition with it gets the first answer and costs nothing',
)

const ofList = ApiLeadListQuery.shape
const ListQuery = z.strictObject({
  ...ofList,
  ...described(z.object(leadFilterFields(z.boolean())), leadFilterWords).shape,
  searchId: LeadId.optional().describe(ofList.searchId.description ?? ''),
  listId: LeadId.optional().describe(ofList.listId.description ?? ''),
  limit: z.number().int().min(1).max(100).default(20).describe('Leads per page'),
})
const { leadIds, status, addToList } = LeadChange.shape
const changed = ({ changed: count }: { changed: number }) => `Leads changed: ${count}.`
const pages = (count: number, hasMore: boolean, by: string) =>
  `Leads on this page: ${count}. ${hasMore ? `${by} gets more.` : 'This is the last page.'}`

/** The tools by name. None of them buys, deletes, or exports anything. */
export const tools: Record<string, Tool> = {
  preview_search: tool({
    title: 'Preview a search',
    description: 'Tells how many businesses a search would find and what it would cost at most. Costs nothing.',
    endpoint: contract.previewSearch,
    input: oneOrSeveral(Criteria),
    output: workOutputs.SearchPreview.omit({ filterCounts: true }).extend({ understood: Understood }),
    inputOf: given => searchIn(given, { one: contract.previewSearch, several: contract.previewAreaSearch }),
    say: ({ matches, searches, pulls, pullsLeft }) =>
      `Matches: ${matches}. Searches: ${searches}. New leads at most: ${pulls}. Leads left: ${pullsLeft}.`,
  }),
  search: tool({
    title: 'Search businesses',
    description:
      'Finds businesses by category and location, and saves them as leads of the account. Costs one search for each place, or none if it finds nothing, and one lead of the quota for each business that is new to the account: at most `maxNewPulls` on all pages together. Agree on that number with the user first.',
    endpoint: contract.createSearch,
    input: oneOrSeveral(
      Criteria.extend({ maxNewPulls: workInputs.NewBusinessesInput.shape.maxNewPulls, idempotencyKey }),
    ),
    output: SearchResult,
    isIdempotent: false,
    inputOf: ({ idempotencyKey: key, ...criteria }) => ({
      ...searchIn({ ...criteria, confirmed: true }, { one: contract.createSearch, several: contract.createAreaSearch }),
      idempotencyKey: key,
    }),
    say: ({ total: all, leads, hasNextPage }) =>
      `Businesses that match: ${all}. ${pages(leads.length, hasNextPage, 'next_page')}`,
  }),
  next_page: tool({
    title: 'Get the next page of a search',
    description:
      'Gets the next leads of a search, within its `maxNewPulls`. Costs one lead of the quota for each business that is new to the account. The same token gets the same page again and costs nothing.',
    endpoint: contract.loadNextPage,
    input: apiInputs.NextPageInput.extend({ searchId: LeadId.describe('Id of the search') }),
    output: LeadPage,
    inputOf: ({ searchId, pageToken }) => ({ params: { searchId }, body: { pageToken } }),
    say: ({ leads, hasNextPage }) => pages(leads.length, hasNextPage, 'next_page'),
  }),
  list_leads: tool({
    title: 'List leads',
    description: 'Lists leads that the account has, filtered and sorted. Costs nothing.',
    endpoint: contract.listLeads,
    input: ListQuery,
    output: z.object({ items: z.array(Lead).describe('One page'), total, nextCursor }),
    inputOf: given => ({
      query: Object.fromEntries(
        Object.entries(given)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ),
    }),
    say: ({ items, total: all, nextCursor: next }) =>
      `Leads: ${all}. ${pages(items.length, next !== null, '`cursor`')}`,
  }),
  lead_lists: tool({
    title: 'Show lists and tags',
    description: 'Shows the lists and tags of the account, with their ids. Costs nothing.',
    endpoint: work.getLists,
    input: z.strictObject({}),
    output: workOutputs.Lists,
    inputOf: () => ({}),
    say: ({ total: all }) => `Lists and tags: ${all}.`,
  }),
  create_list: tool({
    title: 'Create a list or a tag',
    description: 'Creates an empty list of leads, or a tag. Costs nothing.',
    endpoint: work.createList,
    input: workInputs.ListInput,
    output: workOutputs.List,
    inputOf: body => ({ body }),
    say: ({ id }) => `Created. Its id: ${id}.`,
  }),
  add_to_list: tool({
    title: 'Add leads to a list',
    description: 'Adds leads to a list or tag of the account. Costs nothing.',
    endpoint: work.changeLeads,
    input: z.strictObject({ leadIds, listId: LeadId.describe(addToList.description ?? '') }),
    output: workOutputs.LeadsChanged,
    inputOf: ({ leadIds: ids, listId }) => ({ body: { leadIds: ids, addToList: listId } }),
    say: changed,
  }),
  set_status: tool({
    title: 'Set the status of leads',
    description: 'Sets the status of leads. Costs nothing.',
    endpoint: work.changeLeads,
    input: z.strictObject({ leadIds, status: status.unwrap().describe(status.description ?? '') }),
    output: workOutputs.LeadsChanged,
    inputOf: body => ({ body }),
    say: changed,
  }),
  match_businesses: tool({
    title: 'Match businesses of your own',
    description:
      "Finds the places that match the user's own businesses, such as customers, and names the facts that are missing or different, without contacts. Costs nothing and stores nothing.",
    endpoint: matchRows,
    input: matchInputs.MatchInput,
    output: matchOutputs.MatchResult,
    inputOf: body => ({ body }),
    say: ({ rows }) =>
      `Sure: ${rows.filter(({ match }) => match === 'sure').length} of ${rows.length}. Likely: ${rows.filter(({ match }) => match === 'likely').length}.`,
  }),
  usage: tool({
    title: 'Show the quota',
    description: 'Shows the plan and how many searches and leads are left. Costs nothing.',
    endpoint: contract.getUsage,
    input: z.strictObject({}),
    output: apiOutputs.Usage,
    inputOf: () => ({}),
    say: ({ searches, contactPulls }) => `Searches left: ${searches.remaining}. Leads left: ${contactPulls.remaining}.`,
  }),
}
