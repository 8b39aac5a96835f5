// No schemas here: public pages show plans and do not load the validation library.
/** The plans that are sold, smallest first. */
export const paidTiers = ['starter', 'pro', 'elite'] as const
export type PaidTier = (typeof paidTiers)[number]
/** The plans that anyone can choose. Each has a card on the pricing section. */
export const offeredTiers = ['free', ...paidTiers] as const
export type OfferedTier = (typeof offeredTiers)[number]
/** All plans, smallest first. An operator grants those that are not offered. */
export const tiers = [...offeredTiers, 'enterprise'] as const
export type Tier = (typeof tiers)[number]
/** Every plan that can follow a paid plan: an operator can grant each of these. */
export const grantedTiers = tiers.slice(1) as Exclude<Tier, 'free'>[]

/** Means "no limit" wherever a number of searches is expected. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** How often saved searches send an email, the most frequent first. */
export const alertFrequencies = ['day', 'week', 'month', 'never'] as const
export type AlertFrequency = (typeof alertFrequencies)[number]

export const allFeatures = ['advancedFilters', 'advancedAnalytics', 'api'] as const
export type Feature = (typeof allFeatures)[number]
export type Plan = {
  tier: Tier
  name: string
  pricePerMonthCents: number
  /** Null if the operator sets it with each grant. */
  contactPullQuota: number | null
  searchQuota: number
  areasPerSearch: number
  savedSearches: number
  /** The most frequent emails about saved searches. */
  alertsEvery: Exclude<AlertFrequency, 'never'>
  leadLists: number
  doNotContactEntries: number
  filledRows: number
  /** Websites of leads that a user can have read in a month; null: no limit. */
  siteChecks: number | null
  isHighVolume?: boolean
  /** A search beyond `searchQuota` is still served. */
  hasUnlimitedSearches: boolean
  /** US dollars, as shown on the plan card; absent on free. */
  costPerLead?: number
  isPopular: boolean
  gates: readonly Feature[]
  features: readonly { name: string; included: boolean }[]
}
export type OfferedPlan = Plan & { tier: OfferedTier; contactPullQuota: number }

const features = (included: {
  filters?: boolean
  priority?: boolean
  analytics?: boolean
  manager?: boolean
  api?: boolean
}) => [
  { name: 'Basic lead information', included: true },
  { name: 'CSV export', included: true },
  { name: 'Email support', included: true },
  { name: 'Advanced search filters', included: included.filters ?? false },
  { name: 'Priority support', included: included.priority ?? false },
  { name: 'Advanced search and analytics', included: included.analytics ?? false },
  { name: 'Dedicated account manager', included: included.manager ?? false },
  { name: 'API access', included: included.api ?? false },
]

export const plans: Record<Tier, Plan> & Record<OfferedTier, OfferedPlan> = {
  free: {
    tier: 'free',
    name: 'Free',
    pricePerMonthCents: 0,
    contactPullQuota: 50,
    searchQuota: 5,
    areasPerSearch: 1,
    savedSearches: 1,
    alertsEvery: 'week',
    leadLists: 3,
    doNotContactEntries: 500,
    filledRows: 200,
    siteChecks: 10,
    hasUnlimitedSearches: false,
    isPopular: false,
    gates: [],
    features: features({}),
  },
  starter: {
    tier: 'starter',
    name: 'Starter',
    pricePerMonthCents: 1900,
    contactPullQuota: 500,
    searchQuota: 50,
    areasPerSearch: 5,
    savedSearches: 5,
    alertsEvery: 'week',
    leadLists: 20,
    doNotContactEntries: 5000,
    filledRows: 5000,
    siteChecks: 100,
    hasUnlimitedSearches: false,
    costPerLead: 1.6,
    isPopular: false,
    gates: [],
    features: features({}),
  },
  pro: {
    tier: 'pro',
    name: 'Pro',
    pricePerMonthCents: 4900,
    contactPullQuota: 2000,
    searchQuota: 200,
    areasPerSearch: 50,
    savedSearches: 50,
    alertsEvery: 'day',
    leadLists: 200,
    doNotContactEntries: 50_000,
    filledRows: 50_000,
    siteChecks: null,
    hasUnlimitedSearches: true,
    costPerLead: 6.8,
    isPopular: true,
    gates: ['advancedFilters'],
    features: features({ filters: true, priority: true }),
  },
  elite: {
    tier: 'elite',
    name: 'Elite',
    pricePerMonthCents: 12900,
    contactPullQuota: 7000,
    searchQuota: 1000,
    areasPerSearch: 500,
    savedSearches: 200,
    alertsEvery: 'day',
    leadLists: 1000,
    doNotContactEntries: 200_000,
    filledRows: 200_000,
    siteChecks: null,
    hasUnlimitedSearches: false,
    costPerLead: 48,
    isHighVolume: true,
    isPopular: false,
    gates: ['advancedFilters', 'advancedAnalytics', 'api'],
    features: features({ filters: true, priority: true, analytics: true, manager: true, api: true }),
  },
  enterprise: {
    tier: 'enterprise',
    name: 'Enterprise',
    pricePerMonthCents: 0,
    contactPullQuota: null,
    searchQuota: UNLIMITED,
    areasPerSearch: 500,
    savedSearches: 200,
    alertsEvery: 'day',
    leadLists: 1000,
    doNotContactEntries: 200_000,
    filledRows: 200_000,
    siteChecks: null,
    hasUnlimitedSearches: true,
    isPopular: false,
    gates: allFeatures,
    features: features({ filters: true, priority: true, analytics: true, manager: true, api: true }),
  },
}

export const offeredPlans: readonly OfferedPlan[] = offeredTiers.map(tier => plans[tier])

/** The rank of a plan, from the smallest. An unknown name ranks with the smallest. */
export const rankOf = (tier: string): number =>
  Math.max(
    0,
    tiers.findIndex(known => known === tier),
  )

/** The offered plans that include a feature: "Pro and Elite". */
export const plansWith = (feature: Feature): string => listed(namesWith(feature))
/** The same in a sentence: "the Pro and Elite plans". */
const thePlansWith = (feature: Feature): string =>
  `the ${plansWith(feature)} ${namesWith(feature).length === 1 ? 'plan' : 'plans'}`

const namesWith = (feature: Feature): string[] =>
  offeredPlans.filter(({ gates }) => gates.includes(feature)).map(({ name }) => name)
const list = new Intl.ListFormat('en-US')
const listed = (names: readonly string[]): string => list.format(names)

export const areasMessage = `${listed(offeredPlans.map(({ name, areasPerSearch }) => `${name}: ${areasPerSearch}`))} places in one search.`
export const listsMessage = `You have reached the maximum number of lists. ${listed(offeredPlans.map(({ name, leadLists }) => `${name}: ${leadLists.toLocaleString('en-US')}`))}.`
export const doNotContactEntriesMessage = `Your do-not-contact list would have more entries than your plan includes. ${listed(offeredPlans.map(({ name, doNotContactEntries }) => `${name}: ${doNotContactEntries.toLocaleString('en-US')}`))}. Entries that are on it stay in force.`
export const siteChecksMessage = `You have used this month's website checks. ${listed(offeredPlans.map(({ name, siteChecks }) => `${name}: ${siteChecks ?? 'all your leads'}`))}.`
/** Drawn areas come with the plans for many places. */
export const allowsPolygons = (tier: Tier): boolean => plans[tier].areasPerSearch >= plans.pro.areasPerSearch

export const plansWithPolygons = listed(offeredPlans.filter(({ tier }) => allowsPolygons(tier)).map(({ name }) => name))
export const drawnAreasMessage = `Drawn areas are part of the ${plansWithPolygons} plans.`

export const featureMessages: Record<Feature, string> = {
  advancedFilters: `Advanced search filters are part of ${thePlansWith('advancedFilters')}.`,
  advancedAnalytics: `Advanced analytics are part of ${thePlansWith('advancedAnalytics')}.`,
  api: `API access is part of ${thePlansWith('api')}.`,
}

export const savedSearchesMessage = `Saved searches by plan: ${listed(offeredPlans.map(({ name, savedSearches }) => `${name} ${savedSearches}`))}. Delete one first, or upgrade.`
export const alertFrequenciesOf = (tier: Tier): AlertFrequency[] =>
  alertFrequencies.slice(alertFrequencies.indexOf(plans[tier].alertsEvery))

export const allowsFeature = (tier: Tier, feature: Feature): boolean => plans[tier].gates.includes(feature)

/** Extra leads: used after the monthly quota; they never expire. */
export const leadPackage = { leads: 300, priceCents: 1000 } as const

/**
 * The quota period that contains `now`: months counted from `anchor`, in UTC. A month without the anchor's day starts
 * on its last day (January 31, February 28, March 31 …).
 */
export function quotaPeriod({ anchor, now }: { anchor: Date; now: Date }): { start: Date; end: Date } {
  let months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  if (addMonths(anchor, months) > now) months -= 1
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) }
}

export function addMonths(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const moved = new Date(anchor)
  moved.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
