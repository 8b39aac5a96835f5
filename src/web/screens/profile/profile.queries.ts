import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeProfile, type ProfileInput } from '#contract/account.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { changeUser } from '../../shared/session/session.queries.ts'
import { userKey } from '../../shared/session/user-key.ts'
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
      showToast({
        title: 'Profile not updated',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
