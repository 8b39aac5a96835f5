import { z } from 'zod'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { FileFact, fileFacts } from '../leads/filled-files.ts'
import { knownFields } from '../leads/known-fields.ts'

export const rowsPerMatch = 100

const text = z.string().max(300).optional()
const Business = described(
  z.strictObject({
    name: text,
    phone: text,
    website: text,
    email: text,
    street: text,
    city: text,
    state: text,
    zip: text,
    country: text,
  }),
  { ...knownFields, street: 'House number and street', state: 'Code or name of the state' },
)
const facts = Object.entries(fileFacts).map(([fact, label]) => `\`${fact}\` (${label.toLowerCase()})`)

/** Request and response schemas, by their names in the OpenAPI document. */
export const matchInputs = {
  MatchInput: described(z.strictObject({ rows: z.array(Business).min(1).max(rowsPerMatch) }), {
    rows: `Up to ${rowsPerMatch} businesses, such as customers`,
  }),
}
const RowMatch = described(
  z.object({
    row: z.number().int(),
    match: z.enum(['sure', 'likely', 'none']),
    placeId: z.string().nullable(),
    differences: z.array(FileFact),
  }),
  {
    row: 'The position of the business in `rows`, from 0',
    match: '`sure`; `likely`: someone should decide; `none`',
    placeId: 'The place that it is or may be; null if there is none',
    differences: `The facts of the place that the row lacks, or for which it has another value, without the values: ${facts.join(', ')}`,
  },
)
export const matchOutputs = {
  MatchResult: described(z.object({ rows: z.array(RowMatch) }), { rows: 'In the order of the request' }),
}

export const matchRows = endpoint('POST', '/api/v1/match', {
  access: 'read key',
  limit: 'preview',
  feature: 'api',
  summary: 'Find the places that match businesses of your own',
  details: `Costs nothing, stores nothing, and contains no contacts of places. To get what is missing, import the businesses as a file on the page "Businesses you know". An account can match ${rowsPerMatch} businesses at once, 60 times a minute.`,
  body: matchInputs.MatchInput,
  replies: { 200: matchOutputs.MatchResult },
})
