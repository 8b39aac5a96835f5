import { useMemo } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { changeAddress } from '../../shared/address.ts'
import { type FilterChange, filterPart, noFilter, readFilter, writeFilter } from './lead-filter.rules.ts'

const change = (to: FilterChange) => changeAddress(values => writeFilter(values, to))
const clear = () => change(noFilter)

export function useLeadFilter() {
  const part = useLocationProperty(() => filterPart(new URLSearchParams(location.search)))
  const filter = useMemo(() => readFilter(new URLSearchParams(part)), [part])
  return { filter, change, clear }
}
