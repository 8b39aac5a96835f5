import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { SearchForm } from '#contract/searches/search-form.ts'
import type { NoPreview, SearchPreview as Preview } from '#contract/searches/search-preview.ts'
import { previewQuery, useSettled } from '../../features/searches/preview.queries.ts'
import { emptySearch } from '../../features/searches/search-criteria.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { filterCounts } from './filter-counts.ts'
import { previewWords } from './preview-words.ts'

const MIN_LENGTH = 2

/** What the search in the form would find and cost, while the user types. Nothing is charged. */
export default function SearchPreview() {
  const form = useSettled({ ...emptySearch, ...useWatch<SearchForm>() })
  const isComplete = [form.businessType, form.location].every(words => words.trim().length >= MIN_LENGTH)
  const preview = useQuery({ ...previewQuery(form), enabled: isComplete, placeholderData: keepPreviousData })
  const { data } = preview
  useEffect(() => {
    if (isComplete && data && 'filterCounts' in data) filterCounts.set(data.filterCounts)
    return () => filterCounts.set([])
  }, [isComplete, data])
  if (!isComplete) return null
  const problem = problemOf(preview.error)
  // The search itself will report other failures.
  if (preview.isError) return problem?.errorType === 'UNCONFIRMED_LIMIT' ? <span>{problem.message}</span> : null
  if (preview.data === undefined) return null
  return (
    <span className={clsx(preview.isPlaceholderData && 'opacity-50')}>
      <Line preview={preview.data} form={form} />
    </span>
  )
}

/** With several places, the matches of each, and why their sum may differ from the first number. */
function Line({ preview, form }: { preview: Preview | NoPreview; form: SearchForm }) {
  const line = previewWords(preview, form)
  if ('errorType' in preview || preview.matches === 0 || preview.areas.length < 2) return <>{line}</>
  const places = preview.areas.map(({ label, matches }) => `${label}: ${formatNumber(matches)}`)
  const uncounted = preview.searches - places.length
  const again = preview.areas.reduce((sum, { matches }) => sum + matches, -preview.matches)
  if (uncounted > 0) places.push(`and ${count(uncounted, 'more place', 'more places')}`)
  else if (again > 0) places.push(`less ${formatNumber(again)} counted again where they overlap`)
  return (
    <>
      {line}
      <span className="mt-1 block max-h-20 overflow-y-auto">{places.join(' · ')}</span>
    </>
  )
}
