import { z } from 'zod'

type LeadFact = {
  schema: z.ZodType
  /** In the description of the API. */
  description: string
  /** A column that an export can choose. */
  exportColumn: string
}

/** Facts of a lead that it has from the catalog as they are. A lead that was stored before a fact was added has null. */
export const leadFacts = {
  brand: {
    schema: z.string().nullable(),
    description: 'Name of the chain that the business belongs to; null if it is not known to belong to one',
    exportColumn: 'brand',
  },
  firstSeenOn: {
    schema: z.string().nullable(),
    description:
      'Date on which the business first appeared in a newer release of an area, YYYY-MM-DD; null if it was there from the start',
    exportColumn: 'first_seen_on',
  },
  derivedLocation: {
    schema: z.string().nullable(),
    description:
      'What of the address was derived from the coordinates: `city`, `state`, or `city and state`; null if the source has both',
    exportColumn: 'derived_location',
  },
} as const satisfies Record<string, LeadFact>

type Facts = typeof leadFacts
export type LeadFactName = keyof Facts
export const leadFactNames = Object.keys(leadFacts) as LeadFactName[]

/** One value for each fact. */
export const perLeadFact = <Value>(valueOf: (name: LeadFactName) => Value): Record<LeadFactName, Value> =>
  Object.fromEntries(leadFactNames.map(name => [name, valueOf(name)])) as Record<LeadFactName, Value>

export const leadFactSchemas = perLeadFact(name => leadFacts[name].schema) as {
  [Name in LeadFactName]: Facts[Name]['schema']
}
