import { useMemo, useState } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { changeAddress } from '../../shared/address.ts'
import { countFilters, type FilterChange, filterPart, noFilter, readFilter, writeFilter } from './lead-filter.rules.ts'

export const changeFilter = (to: FilterChange): void => changeAddress(values => writeFilter(values, to))
export const clearFilter = (): void => changeFilter(noFilter)

/** The filter in the URL, and whether its panel is open. */
export function useLeadFilter() {
  const part = useLocationProperty(() => filterPart(new URLSearchParams(location.search)))
  const filter = useMemo(() => readFilter(new URLSearchParams(part)), [part])
  const [isOpen, setOpen] = useState(countFilters(filter) > 0)
  return { filter, isOpen, toggle: () => setOpen(!isOpen) }
}
