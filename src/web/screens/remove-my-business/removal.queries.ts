import { useMutation } from '@tanstack/react-query'
import type { RemovalInput } from '#contract/suppression.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { askForRemovalCall, confirmRemovalCall } from './removal-calls.ts'

export const useAskForRemoval = () =>
  useMutation({ mutationFn: (body: RemovalInput) => call(askForRemovalCall, { body }), onError: tellNotAsked })

export const useConfirmRemoval = () =>
  useMutation({ mutationFn: (token: string) => call(confirmRemovalCall, { body: { token } }) })

export const tellNotAsked = (error: unknown): void =>
  showToast({
    title: 'Request not sent',
    description: messageOf(error, 'Your text is still here. Please try again.'),
    variant: 'destructive',
  })
