import { createContext, type ReactNode, useContext } from 'react'
import type { User } from '#contract/account.ts'

const UserContext = createContext<User | null>(null)

/** Hands the user down from the guard of a page, so that no part of it outlives the session that let it in. */
export const SessionUser = ({ user, children }: { user: User; children: ReactNode }) => (
  <UserContext value={user}>{children}</UserContext>
)

/** The user on a page that only signed-in users reach. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (user === null) throw new Error('This page is for signed-in users')
  return user
}
