import type { getUser, logout } from '#contract/account.ts'

// Named here without their schemas: every page asks for the session, and public pages load no validation library.
export const getUserCall = { method: 'GET', path: '/api/user' } as typeof getUser
export const logoutCall = { method: 'POST', path: '/api/logout' } as typeof logout
