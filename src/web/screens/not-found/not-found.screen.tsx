import { useSession } from '../../shared/session/session.queries.ts'
import { NotFound } from '../../shared/ui/not-found.tsx'

export default function NotFoundScreen() {
  const { data: user } = useSession()
  return <NotFound isSignedIn={user !== undefined && user !== null} />
}
