import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhooks,
  listWebhookMessages,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
} from '#contract/accounts/webhooks.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { changeCached } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const messagesFailure = failedTo('Failed to fetch the history')

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(getWebhooks, { signal })).webhooks,
  meta: { failure: failedTo('Failed to fetch webhooks') },
})

const messagesKey = (id: number) => ['webhook-messages', id]
/** While a message waits for its next attempt. */
const POLL_MS = 2000

export const messagesQuery = (id: number, isFailedOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey(id), isFailedOnly],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookMessages, {
        params: { id },
        query: { cursor: pageParam, ...(isFailedOnly ? { state: 'failed' } : {}) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(message => message.state === 'waiting')) === true && POLL_MS,
    meta: { failure: messagesFailure },
  })

const replaceIn = (client: QueryClient, changed: Webhook): void =>
  changeCached(client, webhooksQuery.queryKey, webhooks =>
    webhooks.map(webhook => (webhook.id === changed.id ? changed : webhook)),
  )
const readHistory = (client: QueryClient, id: number): void =>
  void client.invalidateQueries({ queryKey: messagesKey(id) })

export function useCreateWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WebhookInput) => call(createWebhook, { body }),
    onSuccess: ({ webhook }) => changeCached(client, webhooksQuery.queryKey, webhooks => [webhook, ...webhooks]),
  })
}

export function useChangeWebhook(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WebhookChange) => call(changeWebhook, { params: { id }, body }),
    onSuccess: webhook => {
      replaceIn(client, webhook)
      readHistory(client, id)
    },
  })
}

export function useRotateSecret(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params: { id } }),
    onSuccess: ({ webhook }) => replaceIn(client, webhook),
    onError: error => showError('The secret was not replaced', error),
  })
}

export function useDeleteWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteWebhook, { params: { id } }),
    onSuccess: (_answer, id) => {
      changeCached(client, webhooksQuery.queryKey, webhooks => webhooks.filter(webhook => webhook.id !== id))
      showToast({ title: 'Webhook deleted' })
    },
    onError: error => showError('The webhook was not deleted', error),
  })
}

export function useSendTest(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: () => {
      readHistory(client, id)
      showToast({ title: 'Test message on its way' })
    },
    onError: error => showError('The test message was not sent', error),
  })
}

export function useResend(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messageId: number) => call(resendWebhookMessage, { params: { id, messageId } }),
    onSuccess: () => readHistory(client, id),
    onError: error => showError('The message was not sent again', error),
  })
}
