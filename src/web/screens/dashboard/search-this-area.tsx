import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { allowsPolygons, plansWithPolygons } from '#contract/plans.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import type { Box } from '../../features/leads/base-map.ts'
import { previewQuery, useSettled } from '../../features/searches/preview.queries.ts'
import { withOutline } from '../../features/searches/search-criteria.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { boxOutline } from './outline.rules.ts'
import { previewWords } from './preview-words.ts'

type SearchThisAreaProps = {
  view: Box
  form: SearchForm
  onRun: (form: SearchForm) => void
}

/** Runs the search on screen again, in the part of the map that is shown. Says first what that finds and costs. */
export default function SearchThisArea(props: SearchThisAreaProps) {
  const { subscriptionTier } = useUser()
  if (allowsPolygons(subscriptionTier)) return <AreaSearch {...props} />
  return (
    <Link href={paths.subscription} className={buttonClass({ size: 'sm' })}>
      Search this area ({plansWithPolygons})
    </Link>
  )
}

function AreaSearch({ view, form, onRun }: SearchThisAreaProps) {
  const outline = useSettled(boxOutline(view))
  const wanted = withOutline(form, outline)
  const preview = useQuery({ ...previewQuery(wanted), placeholderData: keepPreviousData })
  const words = preview.data && previewWords(preview.data, wanted)
  const isRefused = preview.data !== undefined && 'errorType' in preview.data
  return (
    <div className="flex flex-col items-center gap-1.5">
      <Button size="sm" disabled={isRefused} onClick={() => onRun(withOutline(form, boxOutline(view)))}>
        Search this area
      </Button>
      <output className="rounded-md bg-surface px-2 text-center text-xs text-ink-2 tabular-nums shadow-card empty:hidden">
        {words}
      </output>
    </div>
  )
}
