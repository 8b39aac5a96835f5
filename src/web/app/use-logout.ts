import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { messageOf } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { paths } from '../shared/paths.ts'
import { logoutCall } from '../shared/session/session-calls.ts'
import { useSetUser } from '../shared/session/session.queries.ts'
import { showToast } from '../shared/toast/toast.store.ts'

export function useLogout() {
  const setUser = useSetUser()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => call(logoutCall),
    onSuccess: () => {
      navigate(paths.home)
      setUser(null)
    },
    onError: error =>
      showToast({
        title: 'Logout failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      }),
  })
}
