import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { MentionedError, SearchPreview as Preview } from '#contract/search-preview.ts'
import type { SearchForm } from '#contract/searches.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { filterCounts, forgetFilterCounts } from './filter-counts.ts'
import { previewQuery } from './preview.queries.ts'
import { emptySearch } from './search-criteria.ts'

const SETTLED_AFTER_MS = 400
const MIN_LENGTH = 2

/** What the search in the form would find and cost, while the user types. Nothing is charged. */
export default function SearchPreview() {
  const form = useSettledForm()
  const isComplete = [form.businessType, form.location].every(words => words.trim().length >= MIN_LENGTH)
  const preview = useQuery({ ...previewQuery(form), enabled: isComplete, placeholderData: keepPreviousData })
  const { data } = preview
  useEffect(() => {
    if (isComplete && data && 'filterCounts' in data) filterCounts.set(data.filterCounts)
    return forgetFilterCounts
  }, [isComplete, data])
  if (!isComplete) return null
  if (preview.data === undefined || preview.isError) return null
  return (
    <span className={clsx(preview.isPlaceholderData && 'opacity-50')}>
      {'errorType' in preview.data ? noteOf[preview.data.errorType] : <Line preview={preview.data} />}
    </span>
  )
}

const noteOf: Record<MentionedError, string | null> = {
  // The user may still be typing.
  UNKNOWN_LOCATION: null,
  CATEGORY_UNSURE: 'We will ask what you mean before anything is charged.',
  AMBIGUOUS_LOCATION: 'We will ask which place you mean before anything is charged.',
  AREA_NOT_LOADED: 'This area is not loaded yet. A search there costs nothing.',
}

function Line({ preview }: { preview: Preview }) {
  const { matches, owned, pulls, pullsLeft } = preview
  if (matches === 0) return 'Nothing found. A search that finds nothing is free.'
  const parts = [
    `${formatNumber(matches)} found`,
    preview.areas.length > 1 && `costs ${count(preview.searches, 'search', 'searches')}`,
    owned !== null && owned > 0 && `${formatNumber(owned)} yours`,
    pulls === 0 ? 'no pulls' : `at most ${count(pulls, 'pull')}`,
    pulls > pullsLeft && `${formatNumber(Math.max(0, pullsLeft))} left`,
    preview.isSample ? 'sample data' : preview.coverage === 'partial' && 'area partly loaded',
  ]
  const line = parts.filter(part => part !== false).join(' · ')
  if (preview.areas.length < 2) return line
  const places = preview.areas.map(({ label, matches: found }) => `${label}: ${formatNumber(found)}`)
  return (
    <>
      {line}
      <span className="mt-1 block max-h-20 overflow-y-auto">{places.join(' · ')}</span>
    </>
  )
}

/** What is in the form, once it has not changed for a moment. */
function useSettledForm(): SearchForm {
  const { getValues, subscribe } = useFormContext<SearchForm>()
  const [form, setForm] = useState(emptySearch)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setForm({ ...emptySearch, ...getValues() }), SETTLED_AFTER_MS)
    }
    // The user has typed before this code was loaded.
    settle()
    const unsubscribe = subscribe({ formState: { values: true }, callback: settle })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [getValues, subscribe])
  return form
}
