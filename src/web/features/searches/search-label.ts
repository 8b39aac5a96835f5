import type { Search } from '#contract/searches.ts'
import { formatCriterion } from '../../shared/format.ts'

/** The name of a past search: "We Buy Homes in Boulder, CO", "auto repair in Texas (Statewide)". */
export const searchLabel = ({ propertyType, location, statewide }: Search): string =>
  `${formatCriterion(propertyType)} in ${location}${statewide ? ' (Statewide)' : ''}`
