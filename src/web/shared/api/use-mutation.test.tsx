import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useMutation } from './use-mutation.ts'

function show(options: { inOrder?: true } = {}) {
  const calls: { input: object; end: (error?: Error) => void }[] = []
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const mutationFn = (input: object) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ input, end: error => (error === undefined ? resolve() : reject(error)) })
    })
  const { result } = renderHook(() => useMutation({ mutationFn, ...options }), { wrapper })
  const send = (...inputs: object[]) =>
    act(async () => {
      for (const input of inputs) result.current.mutate(input)
    })
  return { calls, send }
}

test('the second click of a double click sends nothing, and a later one does', async () => {
  const { calls, send } = show()
  await send({ name: 'A' }, { name: 'A' })
  await send({ name: 'A' })
  expect(calls).toHaveLength(1)
  await act(async () => calls[0]?.end())
  await send({ name: 'A' })
  expect(calls).toHaveLength(2)
})

test('after a failure, the same can be sent again', async () => {
  const { calls, send } = show()
  await send({ name: 'A' })
  await act(async () => calls[0]?.end(new Error('no answer')))
  await send({ name: 'A' })
  expect(calls).toHaveLength(2)
})

test('another input is sent, also if it returns to the first', async () => {
  const { calls, send } = show()
  await send({ on: true }, { on: false }, { on: true })
  expect(calls.map(({ input }) => input)).toEqual([{ on: true }, { on: false }, { on: true }])
})

test('calls in order wait for the one before, also if it fails', async () => {
  const { calls, send } = show({ inOrder: true })
  await send({ status: 'contacted' }, { status: 'won' }, { status: 'lost' })
  expect(calls.map(({ input }) => input)).toEqual([{ status: 'contacted' }])
  await act(async () => calls[0]?.end(new Error('no answer')))
  expect(calls).toHaveLength(2)
  await act(async () => calls[1]?.end())
  expect(calls.map(({ input }) => input)).toEqual([{ status: 'contacted' }, { status: 'won' }, { status: 'lost' }])
})

test('two files are different inputs, and one file is the same input', async () => {
  const { calls, send } = show()
  const [one, two] = [new File(['a'], 'a.csv'), new File(['b'], 'a.csv')]
  await send({ file: one }, { file: one }, { file: two })
  expect(calls).toHaveLength(2)
})
