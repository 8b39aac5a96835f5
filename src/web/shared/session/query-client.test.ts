import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => focusManager.setFocused(undefined))

function watch(queryFn: () => Promise<string>) {
  const client = createQueryClient()
  const show = () => {
    const observer = new QueryObserver(client, { queryKey: ['thing'], queryFn })
    return { observer, hide: observer.subscribe(() => {}) }
  }
  return { client, show }
}

test('a read or a write that fails is not sent again by itself', async () => {
  let sent = 0
  const { client, show } = watch(() => {
    sent += 1
    return Promise.reject(new Error('down'))
  })
  const { observer, hide } = show()
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  expect(sent).toBe(1)
  hide()
  const write = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('down')))
  await expect(new MutationObserver(client, { mutationFn: write }).mutate()).rejects.toThrow('down')
  expect(write).toHaveBeenCalledTimes(1)
})

test('data is not read again with time, on focus, or when it is shown again', async () => {
  let sent = 0
  const { client, show } = watch(() => {
    sent += 1
    return Promise.resolve('read')
  })
  const first = show()
  await expect.poll(() => first.observer.getCurrentResult().data).toBe('read')
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  first.hide()
  const second = show()
  expect(second.observer.getCurrentResult()).toMatchObject({ data: 'read', isStale: false, fetchStatus: 'idle' })
  expect(client.isFetching()).toBe(0)
  expect(sent).toBe(1)
  expect(second.observer.options.refetchInterval).toBe(false)
  second.hide()
})
