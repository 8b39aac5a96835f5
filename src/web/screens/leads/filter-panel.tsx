import { ListFilter } from 'lucide-react'
import { leadStatuses, statusNames } from '#contract/leads/lead-status.ts'
import { useLeadLists } from '../../features/leads/lead-lists.queries.ts'
import { type SiteScope, useUncheckedSites } from '../../features/leads/lead-site.queries.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { countFilters, type FlagFilter, type LeadFilter } from './lead-filter.rules.ts'
import { Choice, SiteFilters, withAny, withChosen } from './site-filters.tsx'
import { changeFilter, clearFilter } from './use-lead-filter.ts'

const qualities = [
  { value: '', label: 'Any quality' },
  { value: 'high', label: 'High (70 or more)' },
  { value: 'medium', label: 'Medium (40 to 69)' },
  { value: 'low', label: 'Low (below 40)' },
]
const statuses = [
  { value: '', label: 'Any status' },
  ...leadStatuses.map(status => ({ value: status, label: statusNames[status] })),
]
const checkboxes: Record<FlagFilter, string> = {
  hasWebsite: 'Has website',
  hasPhone: 'Has phone',
  hasEmail: 'Has email',
  isDue: 'Follow-up due',
}
const yesFilters = Object.entries(checkboxes) as [FlagFilter, string][]

type FilterPanelProps = {
  filter: LeadFilter
  /** The leads whose websites can be checked. */
  scope: SiteScope
  states: readonly string[]
}

export function FilterPanel({ filter, scope, states }: FilterPanelProps) {
  const { data: tags = [] } = useLeadLists('tag')
  const tagNames = withChosen(
    tags.map(({ name }) => name),
    filter.tag,
  )
  return (
    <Card className="p-4 print:hidden">
      <section
        id={filterPanelId}
        aria-label="Filters"
        className="grid grid-cols-2 items-end gap-x-4 gap-y-4 sm:grid-cols-3 sm:gap-x-6 lg:flex lg:flex-wrap lg:*:min-w-36"
      >
        <Choice filter={filter} name="quality" label="Quality" options={qualities} />
        <Choice
          filter={filter}
          name="state"
          label="State"
          options={withAny('Any state', withChosen(states, filter.state))}
        />
        <Choice filter={filter} name="status" label="Status" options={statuses} />
        {tagNames.length > 0 && (
          <Choice filter={filter} name="tag" label="Tag" options={withAny('Any tag', tagNames)} />
        )}
        <SiteFilters filter={filter} />
        <div className="flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2 max-lg:col-span-full lg:flex-1">
          {yesFilters.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={filter[name] === true}
              onChange={({ target }) => changeFilter({ [name]: target.checked ? true : undefined })}
            />
          ))}
          <Button variant="ghost" className="ml-auto" aria-disabled={countFilters(filter) === 0} onClick={clearFilter}>
            Clear filters
          </Button>
        </div>
        <UncheckedSites scope={scope} />
      </section>
    </Card>
  )
}

type FilterButtonProps = { filter: LeadFilter; isOpen: boolean; onToggle: () => void }

const filterPanelId = 'lead-filters'

export function FilterButton({ filter, isOpen, onToggle }: FilterButtonProps) {
  const active = countFilters(filter)
  return (
    <Button aria-expanded={isOpen} aria-controls={isOpen ? filterPanelId : undefined} onClick={onToggle}>
      <ListFilter className="size-4" />
      Filter
      {active > 0 && (
        <Badge tone="accent" className="tabular-nums">
          {active} <span className="sr-only">active</span>
        </Badge>
      )}
    </Button>
  )
}

/** Says how many websites of these leads were never checked, with buttons to check them and to pause. */
function UncheckedSites({ scope }: { scope: SiteScope }) {
  const { unchecked, open, ask, pause } = useUncheckedSites(scope)
  if (unchecked === undefined || (open === 0 && unchecked.sites === 0)) return null
  const { sites, left } = unchecked
  const allowed = left === null ? sites : Math.min(sites, left)
  return (
    <div className="flex flex-wrap items-center gap-3 lg:basis-full max-lg:col-span-full">
      <output className="text-sm text-ink-2 tabular-nums">
        {open > 0
          ? `Reading websites: ${formatNumber(open)} to go.`
          : `${count(sites, 'website has', 'websites have')} not been checked.${leftWords(left, sites)}`}
      </output>
      {open > 0 ? (
        <Button size="sm" isLoading={pause.isPending} onClick={() => pause.mutate()}>
          Pause
        </Button>
      ) : (
        <Button size="sm" disabled={allowed === 0} isLoading={ask.isPending} onClick={() => ask.mutate()}>
          {`Check ${count(allowed, 'website')}`}
        </Button>
      )}
    </div>
  )
}

const leftWords = (left: number | null, sites: number): string =>
  left === null || left >= sites ? '' : ` Your plan includes ${formatNumber(left)} more this month.`
