import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { showMissingPart } from '../shared/api/failures.ts'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'

type MenuOnDemandProps = {
  load: () => Promise<unknown>
  renderButton: (props: ComponentProps<'button'>) => ReactNode
  children: ReactNode
}

/** Loads the menu's code when the pointer or the focus reaches its button. */
export function MenuOnDemand({ load, renderButton, children }: MenuOnDemandProps) {
  const [isWanted, setWanted] = useState(false)
  // A failed preload is ignored here; a click on the button reports it.
  const prepare = () => void load().catch(() => {})
  const closed = renderButton({
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
    'aria-expanded': false,
  })
  if (!isWanted) return closed
  const giveUp = (error: Error) => {
    setWanted(false)
    showMissingPart(error)
  }
  return (
    <ErrorBoundary fallback={() => closed} onError={giveUp}>
      <Suspense fallback={closed}>{children}</Suspense>
    </ErrorBoundary>
  )
}
