import type { ComponentProps } from 'react'
import type { LeadOrder } from '#contract/leads/leads.ts'
import { ViewSwitch } from '../../features/leads/list-options.tsx'
import { MoreFormats } from '../../features/leads/more-formats.tsx'
import { allOf, type WholeList } from '../../features/leads/selection.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { FilterButton } from './filter-panel.tsx'

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest' },
  { value: 'rating', label: 'Rating' },
  { value: 'quality', label: 'Quality' },
  { value: 'grade', label: 'Website grade' },
]
type AllLeadsToolbarProps = {
  label: string
  text: string
  onText: (text: string) => void
  order: LeadOrder
  onOrder: (order: string) => void
  filterButton: ComponentProps<typeof FilterButton>
  listId: number | undefined
  whole: WholeList | undefined
  hasLeads: boolean
}

export const AllLeadsToolbar = (props: AllLeadsToolbarProps) => (
  <div className="flex flex-wrap items-center gap-2 print:hidden">
    <div className="flex flex-1 gap-2 max-sm:basis-full max-[20rem]:flex-wrap">
      <SearchField label={props.label} text={props.text} onText={props.onText} />
      <FilterButton {...props.filterButton} />
    </div>
    <Select
      aria-label="Sort leads"
      options={orders}
      value={props.order}
      onChange={({ target }) => props.onOrder(target.value)}
      wrapperClass="w-28 max-sm:flex-1"
    />
    <ViewSwitch />
    <MoreFormats
      searchId={undefined}
      listId={props.listId}
      whole={props.whole}
      filtered={props.whole?.isFiltered === true ? allOf(props.whole) : undefined}
      isDisabled={!props.hasLeads}
    />
  </div>
)
