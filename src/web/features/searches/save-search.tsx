import { Bookmark } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Search } from '#contract/searches/searches.ts'
import { LazyDialog } from '../../shared/api/lazy-part.tsx'
import { Button } from '../../shared/ui/button.tsx'

const SaveSearchDialog = lazy(() => import('./save-search-dialog.tsx'))

/** Opens the dialog in which a search is saved. */
export function SaveSearch({ search }: { search: Search }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {/* On phones, the icon leaves room for the heading beside it. */}
      <Button variant="ghost" size="sm" className="-my-0.5 print:hidden max-sm:-my-2" onClick={() => setOpen(true)}>
        <Bookmark className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Save Search</span>
      </Button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <SaveSearchDialog search={search} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}
