import { Download } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { leadSorts, type LeadSort } from './lead-list.rules.ts'
import { setSort, setText, useListOptions, ViewSwitch } from './list-options.tsx'
import { MoreFormats } from './more-formats.tsx'
import { useExport } from './use-export.ts'

type ResultsToolbarProps = {
  searchId: number
  shownIds: readonly number[]
  /** Whether a filter hides some of the loaded leads. The Export button then exports only those that are shown. */
  isFiltered: boolean
}

export const ResultsToolbar = memo(function ResultsToolbar({ searchId, shownIds, isFiltered }: ResultsToolbarProps) {
  const { sort, text } = useListOptions()
  const wholeExport = useExport()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:gap-1.5 print:hidden">
      <SearchField label="Filter leads" text={text} onText={setText} />
      <Select
        aria-label="Sort leads"
        options={leadSorts}
        value={sort}
        onChange={event => setSort(event.target.value as LeadSort)}
        wrapperClass="w-32 max-sm:min-w-0 max-sm:flex-1 max-[22rem]:basis-full"
      />
      <ViewSwitch hasMap />
      <Button
        className="max-md:hidden"
        isLoading={wholeExport.isPending}
        disabled={isFiltered && shownIds.length === 0}
        onClick={() => wholeExport.mutate({ searchId, ...(isFiltered && { leadIds: [...shownIds] }) })}
      >
        <Download className="size-4" />
        Export
      </Button>
      <MoreFormats
        searchId={searchId}
        listId={undefined}
        filtered={isFiltered ? { total: shownIds.length, input: { leadIds: [...shownIds] } } : undefined}
        isDisabled={shownIds.length === 0}
      />
    </div>
  )
})
