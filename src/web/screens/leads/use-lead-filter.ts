import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type FilterChange, noFilter, readFilter, writeFilter } from './lead-filter.rules.ts'

/** The filter of the address. */
export function useLeadFilter() {
  const [params, setParams] = useSearchParams()
  const filter = useMemo(() => readFilter(params), [params])
  const change = (to: FilterChange) => setParams(before => writeFilter(before, to), { replace: true })
  return { filter, change, clear: () => change(noFilter) }
}
