import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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
import { failedTo } from '../../shared/api/failures.ts'
import { changeCached, deleteById, pollWhile, withFailure } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const messagesFailure = failedTo('Failed to fetch the history')

export const webhooksQuery = withFailure(
  'Failed to fetch webhooks',
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await call(getWebhooks, { signal })).webhooks,
  }),
)

const messagesKey = (id: number) => ['webhook-messages', id]
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
    refetchInterval: pollWhile(({ pages }) =>
      pages.some(({ items }) => items.some(({ state }) => state === 'waiting')),
    ),
    gcTime: 0,
    meta: { failure: messagesFailure },
  })

const replaceIn = (client: QueryClient, changed: Webhook): void =>
  changeCached(client, webhooksQuery.queryKey, webhooks =>
    webhooks.map(webhook => (webhook.id === changed.id ? changed : webhook)),
  )
const readHistory = (client: QueryClient, id: number): void =>
  void client.invalidateQueries({ queryKey: messagesKey(id) })

export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: WebhookInput) => call(createWebhook, { body }),
    onSuccess: ({ webhook }, _input, client) =>
      changeCached(client, webhooksQuery.queryKey, webhooks => [webhook, ...webhooks]),
  })

export const useChangeWebhook = (id: number) =>
  useMutation({
    mutationFn: (body: WebhookChange) => call(changeWebhook, { params: { id }, body }),
    onSuccess: (webhook, _input, client) => {
      replaceIn(client, webhook)
      readHistory(client, id)
    },
  })

export const useRotateSecret = (id: number) =>
  useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params: { id } }),
    onSuccess: ({ webhook }, _input, client) => replaceIn(client, webhook),
    failure: 'The secret was not replaced',
  })

export const useDeleteWebhook = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteWebhook, id),
    onSuccess: (_answer, id, client) =>
      changeCached(client, webhooksQuery.queryKey, webhooks => webhooks.filter(webhook => webhook.id !== id)),
    done: 'Webhook deleted',
    failure: 'The webhook was not deleted',
  })

export const useSendTest = (id: number) =>
  useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: (_reply, _input, client) => readHistory(client, id),
    done: 'Test message on its way',
    failure: 'The test message was not sent',
  })

export const useResend = (id: number) =>
  useMutation({
    mutationFn: (messageId: number) => call(resendWebhookMessage, { params: { id, messageId } }),
    onSuccess: (_reply, _input, client) => readHistory(client, id),
    failure: 'The message was not sent again',
  })
