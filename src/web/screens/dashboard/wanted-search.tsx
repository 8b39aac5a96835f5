import { useQuery } from '@tanstack/react-query'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { pageSize } from '#contract/searches/search-options.ts'
import type { NoPreview, SearchPreview } from '#contract/searches/search-preview.ts'
import { previewQuery } from '../../features/searches/preview.queries.ts'
import { emptySearch } from '../../features/searches/search-criteria.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { previewWords } from './preview-words.ts'

type WantedSearchProps = {
  /** The search in the link that led here, for example from the landing page. */
  wanted: { category: string; place: string }
  onRun: (form: SearchForm) => void
}

/** Runs the search that a visitor has tried before signing up, with one press that says what it costs. */
export default function WantedSearch({ wanted: { category, place }, onRun }: WantedSearchProps) {
  const form = { ...emptySearch, businessType: category, location: place }
  const { data, isPending } = useQuery(previewQuery(form))
  const isUnsure = data === undefined || 'errorType' in data || data.isSample || data.matches === 0 || isOut(data)
  const title = data === undefined ? `${category} near ${place}` : titleOf(data, { category, place })
  return (
    <div className="flex flex-col items-center gap-3 p-6 text-center">
      <p className="font-medium">{title}</p>
      {isUnsure && data && <p className="max-w-sm text-sm text-pretty text-ink-2">{previewWords(data, form)}</p>}
      <Button variant="primary" disabled={isPending} onClick={() => onRun(form)}>
        {isUnsure ? 'Search for Leads' : pressOf(data)}
      </Button>
    </div>
  )
}

/** No leads are left for the new ones. */
const isOut = ({ pulls, pullsLeft }: SearchPreview): boolean => pulls > 0 && pullsLeft <= 0

/** "Restaurants near Boulder, CO: 259 found" */
function titleOf(data: SearchPreview | NoPreview, { category, place }: WantedSearchProps['wanted']): string {
  if ('errorType' in data) return `${category} near ${place}`
  const { category: kind, location, radius } = data.understood
  return `${kind.label} ${radius === null ? 'in' : 'near'} ${location.label}: ${formatNumber(data.matches)} found`
}

/** "Show the first 20 (20 of your 50 leads)" */
function pressOf({ matches, pulls, pullsLeft }: SearchPreview): string {
  const shown = matches > pageSize ? `the first ${pageSize}` : matches === 1 ? 'it' : `all ${matches}`
  const cost = Math.min(pageSize, pulls, pullsLeft)
  return `Show ${shown} (${cost === 0 ? 'free' : `${formatNumber(cost)} of your ${count(pullsLeft, 'lead')}`})`
}
