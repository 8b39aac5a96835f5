import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import type { User } from '#contract/accounts/account.ts'
import { sessionMark } from '../shared/session-mark.ts'
import { createQueryClient } from '../shared/session/query-client.ts'
import { SessionUser } from '../shared/session/session-user.tsx'
import { type Session, useSession, userKey } from '../shared/session/session.queries.ts'
import { Toasts } from '../shared/toast/toasts.tsx'

/** Renders a screen at a path, with toasts, for a signed-in user or a visitor. */
export function renderAt(address: string, screen: ReactNode, user: User | null = null) {
  history.replaceState(null, '', address)
  const client = createQueryClient()
  client.setQueryData<Session>(userKey, { user, mark: sessionMark() })
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Suspense>
        <Known>{screen}</Known>
      </Suspense>
      <Toasts />
    </QueryClientProvider>,
  )
  return { client, unmount, keyboard: userEvent.setup() }
}

function Known({ children }: { children: ReactNode }) {
  const { data: user } = useSession()
  return user ? <SessionUser user={user}>{children}</SessionUser> : children
}
