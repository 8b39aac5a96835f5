import { LayoutGrid, Search, TableProperties } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LeadOrder } from '#contract/leads.ts'
import { useListOptions } from '../../shared/leads/use-list-options.ts'
import { Input } from '../../shared/ui/input.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { FilterButton } from './filter-button.tsx'

const orders = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Rating' },
  { value: 'quality', label: 'Quality' },
]
const views = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', label: 'Table', icon: <TableProperties aria-hidden="true" /> },
] as const
/** The server is asked when the typing pauses. */
const pauseMs = 250

type AllLeadsToolbarProps = {
  text: string
  onText: (text: string) => void
  order: LeadOrder
  onOrder: (order: string) => void
  isFilterOpen: boolean
  activeFilters: number
  onFilterToggle: () => void
}

export function AllLeadsToolbar(props: AllLeadsToolbarProps) {
  const { view, setView } = useListOptions()
  const [typed, setTyped] = useState(props.text)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => props.onText(text), pauseMs)
  }
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <div className="relative min-w-48 flex-1">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
          aria-hidden="true"
        />
        <Input
          type="search"
          aria-label="Search all leads"
          placeholder="Search all leads"
          maxLength={100}
          value={typed}
          onChange={({ target }) => type(target.value)}
          className="pl-9"
        />
      </div>
      <Select
        aria-label="Sort leads"
        options={orders}
        value={props.order}
        onChange={({ target }) => props.onOrder(target.value)}
        wrapperClass="w-28"
      />
      <Segmented label="View" value={view} options={views} onChange={setView} />
      <FilterButton isOpen={props.isFilterOpen} active={props.activeFilters} onToggle={props.onFilterToggle} />
    </div>
  )
}
