import { useQueryClient } from '@tanstack/react-query'
import { changeProfile, type ProfileInput } from '#contract/accounts/account.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { changeUser, userKey } from '../../shared/session/session.queries.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileInput) => call(changeProfile, { body }),
    onSuccess: user => {
      changeUser(client, () => user)
      showToast({ title: 'Profile updated' })
    },
    onError: error => {
      // The page may show outdated values.
      void client.invalidateQueries({ queryKey: userKey })
      showError('Profile not updated', error)
    },
  })
}
