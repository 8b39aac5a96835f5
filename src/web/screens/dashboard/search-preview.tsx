import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ErrorType } from '#contract/errors.ts'
import { previewSearch, type SearchPreview as Preview } from '#contract/search-preview.ts'
import type { SearchForm } from '#contract/searches.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { emptySearch, toCriteria } from './search-criteria.ts'

const SETTLED_AFTER_MS = 400
const MIN_LENGTH = 2

/** What the search in the form would find and cost, while the user types. Nothing is charged. */
export default function SearchPreview() {
  const form = useSettled<SearchForm>({ ...emptySearch, ...useWatch<SearchForm>() })
  const isComplete = [form.businessType, form.location].every(words => words.trim().length >= MIN_LENGTH)
  const { sortBy: _sortBy, ...body } = toCriteria(form)
  const preview = useQuery({
    queryKey: ['searches', 'preview', body],
    queryFn: ({ signal }) => call(previewSearch, { body, signal }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isComplete) return null
  if (preview.error) return noteOf[problemOf(preview.error)?.errorType ?? 'INTERNAL'] ?? null
  return preview.data && <Line preview={preview.data} />
}

// Other errors appear when the user searches.
const noteOf: Partial<Record<ErrorType, string>> = {
  CATEGORY_UNSURE: 'We will ask what you mean before anything is charged.',
  AMBIGUOUS_LOCATION: 'We will ask which place you mean before anything is charged.',
  AREA_NOT_LOADED: 'This area is not loaded yet. A search there costs nothing.',
}

function Line({ preview: { matches, owned, pulls, pullsLeft, coverage } }: { preview: Preview }) {
  if (matches === 0) return 'Nothing found. A search that finds nothing is free.'
  const parts = [
    `${formatNumber(matches)} found`,
    owned !== null && owned > 0 && `${formatNumber(owned)} already yours`,
    pulls === 0 ? 'no contact pulls' : `at most ${count(pulls, 'contact pull')}`,
    pulls > pullsLeft && `you have ${formatNumber(pullsLeft)}`,
    coverage === 'partial' && 'area partly loaded',
  ]
  return parts.filter(part => part !== false).join(' · ')
}

/** The value, once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Value
}
