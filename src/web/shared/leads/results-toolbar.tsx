import { Download, LayoutGrid, Search, TableProperties } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { leadSorts, type LeadSort } from './lead-list.rules.ts'
import type { LeadView } from './use-list-options.ts'

const views = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid aria-hidden="true" /> },
  { value: 'table', label: 'Table', icon: <TableProperties aria-hidden="true" /> },
] as const

type ResultsToolbarProps = {
  filter: string
  onFilter: (text: string) => void
  view: LeadView
  onView: (view: LeadView) => void
  sort: LeadSort
  onSort: (sort: LeadSort) => void
  isExporting: boolean
  onExport: () => void
}

export const ResultsToolbar = (props: ResultsToolbarProps) => (
  <div className="flex flex-wrap items-center gap-2 print:hidden">
    <div className="relative min-w-48 flex-1">
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden="true"
      />
      <Input
        type="search"
        aria-label="Filter leads"
        placeholder="Filter leads"
        value={props.filter}
        onChange={event => props.onFilter(event.target.value)}
        className="pl-9"
      />
    </div>
    <Select
      aria-label="Sort leads"
      options={leadSorts}
      value={props.sort}
      onChange={event => props.onSort(event.target.value as LeadSort)}
      wrapperClass="w-28"
    />
    <Segmented label="View" value={props.view} options={views} onChange={props.onView} />
    <Button className="max-md:hidden" isLoading={props.isExporting} onClick={props.onExport}>
      <Download className="size-4" aria-hidden="true" />
      Export
    </Button>
  </div>
)
