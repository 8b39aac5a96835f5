import clsx from 'clsx'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { paths } from '../shared/paths.ts'
import { SessionUser } from '../shared/session/session-user.tsx'
import { useSession } from '../shared/session/session.queries.ts'
import { PageSpinner } from '../shared/ui/spinner.tsx'
import { ErrorState } from '../shared/ui/state-message.tsx'
import { openPage, useFirstPage, type WantedPage } from '../shared/use-first-page.ts'
import { useIsHydrated } from '../shared/use-is-hydrated.ts'

export function SignedInOnly({ children, loading }: { children: ReactNode; loading?: ReactNode }) {
  const session = useSession()
  const lastUser = useRef<number>(undefined)
  const userId = session.data?.id
  useEffect(() => {
    if (userId !== undefined) lastUser.current = userId
  }, [userId])
  if (session.isPending) return loading ?? <PageSpinner />
  if (session.data === undefined) return <SessionError onRetry={() => void session.refetch()} />
  if (session.data === null) return <ToSignIn lastUser={lastUser} />
  return (
    <SessionUser key={session.data.id} user={session.data}>
      {children}
    </SessionUser>
  )
}

function ToSignIn({ lastUser }: { lastUser: RefObject<number | undefined> }) {
  const [, navigate] = useLocation()
  const [wanted] = useState(openPage)
  useLayoutEffect(() => {
    const state: WantedPage = { wanted, wantedBy: lastUser.current }
    navigate(paths.auth, { replace: true, state })
  }, [navigate, wanted, lastUser])
  return null
}

/**
 * Stays mounted while the session loads, because a visitor may type before hydration. Until then, the form is hidden
 * from users who are probably signed in, and if it was prerendered for another tab (`public/before-paint.js`).
 */
export function AnonymousOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const firstPage = useFirstPage()
  const isPending = !useIsHydrated() || session.isPending
  if (!isPending && session.data) return <Redirect href={firstPage(session.data)} replace />
  return (
    <>
      {isPending && (
        <div className="hidden in-data-drawn-for-others:block in-data-signed-in:block">
          <PageSpinner />
        </div>
      )}
      <div className={clsx(isPending && 'in-data-drawn-for-others:hidden in-data-signed-in:hidden')}>{children}</div>
    </>
  )
}

const SessionError = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState title="We could not load your account" onRetry={onRetry}>
    The service did not respond. Check your connection and try again.
  </ErrorState>
)
