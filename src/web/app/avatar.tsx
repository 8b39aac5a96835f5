import { lazy, Suspense, useState } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { showMissingPart } from '../shared/api/failures.ts'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { AvatarButton } from './avatar-button.tsx'

const loadMenu = () => import('./avatar-menu.tsx')
const AvatarMenu = lazy(loadMenu)
// A failed preload is ignored here; a click on the button reports it.
const prepare = () => void loadMenu().catch(() => {})

/** Loads the menu's code when the pointer or the focus reaches the button. */
export function Avatar({ user }: { user: User }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <AvatarButton
      user={user}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
      aria-expanded={false}
    />
  )
  if (!isWanted) return button
  const giveUp = (error: Error) => {
    setWanted(false)
    showMissingPart(error)
  }
  return (
    <ErrorBoundary fallback={() => button} onError={giveUp}>
      <Suspense fallback={button}>
        <AvatarMenu user={user} />
      </Suspense>
    </ErrorBoundary>
  )
}
