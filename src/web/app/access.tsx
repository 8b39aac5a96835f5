import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { paths } from '../shared/paths.ts'
import { SessionUser } from '../shared/session/session-user.tsx'
import { useSession } from '../shared/session/session.queries.ts'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { ErrorState } from '../shared/ui/state-message.tsx'
import { useFirstPage } from '../shared/use-first-page.ts'

export function SignedInOnly({ children, loading }: { children: ReactNode; loading?: ReactNode }) {
  const session = useSession()
  if (session.isPending) return loading ?? <PageSpinner />
  if (session.data === undefined) return <SessionError onRetry={() => void session.refetch()} />
  if (session.data === null) return <Redirect href={paths.auth} replace />
  return (
    <SessionUser key={session.data.id} user={session.data}>
      {children}
    </SessionUser>
  )
}

export function AnonymousOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const firstPage = useFirstPage()
  if (session.isPending) return <PageSpinner />
  return session.data ? <Redirect href={firstPage} replace /> : children
}

const SessionError = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="We could not load your account" onRetry={onRetry}>
    The service did not respond. Check your connection and try again.
  </ErrorState>
)
