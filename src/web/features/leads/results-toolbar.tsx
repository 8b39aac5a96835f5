import clsx from 'clsx'
import { Download } from 'lucide-react'
import { memo } from 'react'
import { afterPaint, useAfterPaint } from '../../shared/after-paint.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { leadSorts, type LeadSort } from './lead-list.rules.ts'
import { setSort, useListOptions, ViewSwitch } from './list-options.tsx'
import { useExport } from './use-export.ts'

type ResultsToolbarProps = {
  text: string
  onText: (text: string) => void
  /** The search whose leads are exported. Without it, an export contains all leads of the user. */
  searchId: number | undefined
}

export const ResultsToolbar = memo(function ResultsToolbar({ text, onText, searchId }: ResultsToolbarProps) {
  const { sort, view } = useListOptions()
  // The space for the columns menu changes together with the list, because changing the height now would move the whole
  // list.
  const shownView = useAfterPaint(view)
  const wholeExport = useExport()
  return (
    <div
      className={clsx(
        'flex min-w-0 grow-999 flex-wrap items-center gap-2 print:hidden',
        shownView === 'table' ? 'basis-full 2xl:basis-145' : 'basis-145',
      )}
    >
      <SearchField label="Filter leads" text={text} onText={onText} later={afterPaint} />
      <Select
        aria-label="Sort leads"
        options={leadSorts}
        value={sort}
        onChange={event => setSort(event.target.value as LeadSort)}
        wrapperClass="w-32 xl:w-30"
      />
      <ViewSwitch hasMap />
      <Button
        className="max-md:hidden"
        isLoading={wholeExport.isPending}
        onClick={() => wholeExport.mutate({ searchId })}
      >
        <Download className="size-4" aria-hidden="true" />
        Export
      </Button>
    </div>
  )
})
