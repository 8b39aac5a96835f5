// No schemas here: the dashboard loads this file, and the validation library only when a field gets the focus.
import { scoreBands } from '../leads/score-bands.ts'

export const radiusMiles = { options: [1, 5, 10, 15, 20, 25, 30], default: 25, min: 1, max: 30 } as const
export const minRatings = [
  { value: '0', label: 'Any rating' },
  { value: '3', label: '3+ stars' },
  { value: '4', label: '4+ stars' },
  { value: '4.5', label: '4.5+ stars' },
  { value: '5', label: '5 stars only' },
] as const
export const minQualities = [
  { value: '0', label: 'Any quality' },
  ...scoreBands
    .filter(({ from }) => from > 0)
    .toReversed()
    .map(({ from, name }, index, { length }) => ({
      value: String(from),
      label: `${name.replace(' Lead', '')} ${index === length - 1 ? 'only' : 'or better'}`,
    })),
]
export const firstSeenChoices = [
  { value: '0', label: 'Any time' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const
export const sortOptions = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'rating', label: 'Highest Rating' },
  { value: 'name', label: 'Alphabetical A-Z' },
] as const
export const pageSize = 20
/** More matches than this need `confirmed: true`. */
export const confirmAbove = 500
export const confirmationMessage = 'Please confirm you want to proceed with this search.'
