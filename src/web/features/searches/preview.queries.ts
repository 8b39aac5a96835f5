import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { previewAreaSearch, previewSearch } from '#contract/searches/search-preview.ts'
import { call } from '../../shared/api/call.ts'
import { untilPrepared } from './being-prepared.ts'
import { previewKey } from './loaded-search.queries.ts'
import { toAreaCriteria, toCriteria } from './search-criteria.ts'

/** What the search of a form would find and cost. A failure is not reported: the search itself will report it. */
export function previewQuery(form: SearchForm) {
  // The order changes neither.
  const { sortBy: _sortBy, ...body } = toCriteria(form)
  const areas = toAreaCriteria({ ...form, sortBy: 'relevance' })
  return queryOptions({
    queryKey: [...previewKey, areas ?? body],
    queryFn: ({ signal }) =>
      areas ? call(previewAreaSearch, { body: areas, signal }) : call(previewSearch, { body, signal }),
    retry: false,
    refetchInterval: untilPrepared,
  })
}

const SETTLED_AFTER_MS = 400

/** What the user types or moves, once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const latest = JSON.stringify(value)
  const [settled, setSettled] = useState(latest)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [latest])
  return JSON.parse(settled) as Value
}
