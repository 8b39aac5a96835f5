import { memo } from 'react'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { useLastChange } from './lead-actions.queries.ts'
import type { LeadActionsProps } from './lead-actions.tsx'
import { useSelectedIds } from './selection.tsx'

const LeadActions = lazyPart(() => import('./lead-actions.tsx'), { failed: null })

/** The actions for the selected leads. Shown while a lead is selected, or the last change can be read or undone. */
export const SelectionBar = memo(function SelectionBar(props: LeadActionsProps) {
  const hasSelected = useSelectedIds(({ size }) => size > 0)
  const isWanted = useLastChange() !== undefined || hasSelected
  // The checkbox is painted before the actions, so that a click responds immediately.
  const hasActions = useAfterPaint(isWanted) && isWanted
  return hasActions && <LeadActions {...props} />
})
