import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'

/** An admin's way to real places where a search met none; nothing for others. */
export function useLoadOffer(location: string | undefined): ReactNode {
  const { isAdmin } = useUser()
  if (!isAdmin || location === undefined) return undefined
  return (
    <Link href={paths.adminPlacesFor(location)} className={buttonClass({ size: 'sm' })}>
      Load real data
    </Link>
  )
}
