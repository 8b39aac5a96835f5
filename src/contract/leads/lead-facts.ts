import { z } from 'zod'

type LeadFact = {
  schema: z.ZodType
  exportColumn: string
  /** It is hidden on leads that must not be contacted. */
  isContact: boolean
}

/**
 * What confirms the main category of a business: its name, its website or the domain of it, people who map what they
 * see, or only its source. `otherName`: its name means the second category.
 */
export const kindEvidences = ['name', 'website', 'map', 'otherName', 'source'] as const
export type KindEvidence = (typeof kindEvidences)[number]

/** Facts that leads copy from the catalog. A lead that was stored before a fact was added has null. */
export const leadFacts = {
  brand: {
    schema: z.string().nullable(),
    exportColumn: 'brand',
    isContact: false,
  },
  firstSeenOn: {
    schema: z.string().nullable(),
    exportColumn: 'first_seen_on',
    isContact: false,
  },
  derivedLocation: {
    schema: z.string().nullable(),
    exportColumn: 'derived_location',
    isContact: false,
  },
  /** Its profiles on social networks. */
  socials: {
    schema: z.array(z.string()).nullable(),
    exportColumn: 'profiles',
    isContact: true,
  },
  kindToldBy: {
    schema: z.enum(kindEvidences).nullable(),
    exportColumn: 'kind_told_by',
    isContact: false,
  },
  hours: {
    schema: z.string().nullable(),
    exportColumn: 'opening_hours',
    isContact: false,
  },
} as const satisfies Record<string, LeadFact>

type Facts = typeof leadFacts
export type LeadFactName = keyof Facts
export const leadFactNames = Object.keys(leadFacts) as LeadFactName[]

export const perLeadFact = <Value>(valueOf: (name: LeadFactName) => Value): Record<LeadFactName, Value> =>
  Object.fromEntries(leadFactNames.map(name => [name, valueOf(name)])) as Record<LeadFactName, Value>

export const leadFactSchemas = perLeadFact(name => leadFacts[name].schema) as {
  [Name in LeadFactName]: Facts[Name]['schema']
}
