import type { ReactNode } from 'react'
import type { LeadOrder } from '#contract/leads/leads.ts'
import { ViewSwitch } from '../../features/leads/list-options.tsx'
import { MoreFormats } from '../../features/leads/more-formats.tsx'
import { allOf, type WholeList } from '../../features/leads/selection.tsx'
import { setAddressValue } from '../../shared/address.ts'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Select } from '../../shared/ui/select.tsx'

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest' },
  { value: 'rating', label: 'Rating' },
  { value: 'quality', label: 'Quality' },
  { value: 'grade', label: 'Website grade' },
]
type AllLeadsToolbarProps = {
  text: string
  order: LeadOrder
  filterButton: ReactNode
  listId: number | undefined
  whole: WholeList | undefined
  hasLeads: boolean
}

export const AllLeadsToolbar = (props: AllLeadsToolbarProps) => (
  <div className="flex flex-wrap items-center gap-2 print:hidden">
    <div className="flex flex-1 gap-2 max-sm:basis-full max-[20rem]:flex-wrap">
      <SearchField
        label={props.listId === undefined ? 'Search all leads' : 'Search this list'}
        text={props.text}
        onText={text => setAddressValue('q', text)}
      />
      {props.filterButton}
    </div>
    <Select
      aria-label="Sort leads"
      options={orders}
      value={props.order}
      onChange={({ target }) => setAddressValue('order', target.value === 'name' ? '' : target.value)}
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
