import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'

/** A link for admins to load real places for a search that found none. Undefined for everyone else. */
export function useLoadOffer(location: string | undefined): ReactNode {
  const { isAdmin } = useUser()
  if (!isAdmin || location === undefined) return undefined
  return (
    <Link href={paths.adminPlacesFor(location)} className={buttonClass({ size: 'sm' })}>
      Load real data
    </Link>
  )
}
