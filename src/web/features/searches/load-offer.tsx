import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'

/** A link for admins to load real places for a search that found none. Nothing for everyone else. */
export const LoadOffer = ({ location }: { location: string }) =>
  useUser().isAdmin && (
    <Link href={paths.adminPlacesFor(location)} className={buttonClass({ size: 'sm' })}>
      Load real data
    </Link>
  )
