import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import { showMissingPart } from '../shared/api/failures.ts'
import { type Load, lazyCode } from '../shared/lazy-code.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'

type ButtonOf<Props> = ComponentType<Props & ComponentProps<'button'>>

/** A menu that loads its code when the pointer or the focus reaches its button. */
export function lazyMenu<Props extends object>(load: Load<Props>, MenuButton: ButtonOf<Props>) {
  const Menu = lazyCode(load)
  // A failed preload is ignored here; a click on the button reports it.
  const prepare = () => void load().catch(() => {})
  return function LazyMenu(props: Props) {
    const [isWanted, setWanted] = useState(false)
    const closed = (
      <MenuButton
        {...props}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setWanted(true)}
        aria-expanded={false}
      />
    )
    if (!isWanted) return closed
    const giveUp = (error: Error) => {
      setWanted(false)
      showMissingPart(error)
    }
    return (
      <ErrorBoundary fallback={() => closed} onError={giveUp}>
        <Suspense fallback={closed}>
          <Menu {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
