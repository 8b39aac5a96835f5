import { useLocation } from 'wouter'
import type { logout } from '#contract/accounts/account.ts'
import { addressOf, call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { paths } from '../paths.ts'
import { useSetUser } from './session.queries.ts'

const logoutCall = addressOf<typeof logout>({ method: 'POST', path: '/api/logout' })

export function useLogout(to: string = paths.home) {
  const setUser = useSetUser()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => call(logoutCall),
    onSuccess: () => {
      navigate(to)
      setUser(null)
    },
    failure: 'Logout failed',
  })
}
