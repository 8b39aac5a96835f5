import { createContext, type ReactNode, useContext } from 'react'
import type { User } from '#contract/accounts/account.ts'

const UserContext = createContext<User | null>(null)

/** Provides the user to a protected page, which is unmounted when the session ends. */
export const SessionUser = ({ user, children }: { user: User; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
)

/** The signed-in user. Only for protected pages. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (user === null) throw new Error('This page is for signed-in users')
  return user
}
