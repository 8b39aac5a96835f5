import { useLocation } from 'wouter'
import type { logout } from '#contract/accounts/account.ts'
import { addressOf, call } from '../shared/api/call.ts'
import { showError } from '../shared/api/failures.ts'
import { useMutation } from '../shared/api/use-mutation.ts'
import { paths } from '../shared/paths.ts'
import { useSetUser } from '../shared/session/session.queries.ts'

const logoutCall = addressOf<typeof logout>({ method: 'POST', path: '/api/logout' })

export function useLogout() {
  const setUser = useSetUser()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => call(logoutCall),
    onSuccess: () => {
      navigate(paths.home)
      setUser(null)
    },
    onError: error => showError('Logout failed', error),
  })
}
