import { lazy, Suspense, useState } from 'react'
import type { User } from '#contract/account.ts'
import { AvatarButton } from './avatar-button.tsx'

const loadMenu = () => import('./avatar-menu.tsx')
const AvatarMenu = lazy(loadMenu)
const prepare = () => void loadMenu()

/** The menu's code comes when someone is about to open it. */
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
  return (
    <Suspense fallback={button}>
      <AvatarMenu user={user} />
    </Suspense>
  )
}
