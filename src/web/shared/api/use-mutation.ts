import {
  type MutateOptions,
  type QueryClient,
  replaceEqualDeep,
  useMutation as useAnyMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { forgetFailure, showToast } from '../toast/toast.store.ts'
import { showError } from './failures.ts'

type MutationOptions<Data, Variables> = {
  mutationFn: (variables: Variables) => Promise<Data>
  /** Each call waits for the answer to the one before. So of several quick changes of a value, the last one stays. */
  inOrder?: true
  /** The title of the toast after a success. */
  done?: string
  /** The title of the toast after a failure, with the server's message, or else the fallback. */
  failure?: string
  fallback?: string
  onSuccess?: (data: Data, variables: Variables, client: QueryClient) => unknown
  onError?: (error: Error, variables: Variables, client: QueryClient) => unknown
  onSettled?: (client: QueryClient) => unknown
}

/**
 * The library's hook, except that it shows toasts, and that `mutate` does nothing if a call with the same input is
 * running: the second click of a double click comes before the button is rendered as busy.
 */
export function useMutation<Data, Variables = void>(
  options: MutationOptions<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const client = useQueryClient()
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const running = useRef<{ variables: Variables }>(undefined)
  const mutation = useAnyMutation({
    mutationFn: (variables: Variables) => {
      if (!options.inOrder) return options.mutationFn(variables)
      const answer = before.current.then(() => options.mutationFn(variables))
      before.current = answer.catch(() => {})
      return answer
    },
    onSuccess: (data, variables) => {
      if (options.done !== undefined) showToast({ title: options.done })
      return options.onSuccess?.(data, variables, client)
    },
    onError: (error, variables) => {
      if (options.failure !== undefined) showError(options.failure, error, options.fallback)
      return options.onError?.(error, variables, client)
    },
    // Unlike the callbacks passed to `mutate`, this also runs after the component was hidden.
    onSettled: (_data, _error, variables) => {
      if (running.current !== undefined && Object.is(running.current.variables, variables)) running.current = undefined
      return options.onSettled?.(client)
    },
  })
  const { mutate: start } = mutation
  const mutate = useCallback(
    (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) => {
      const last = running.current
      if (last !== undefined && replaceEqualDeep(last.variables, variables) === last.variables) return
      running.current = { variables }
      forgetFailure()
      start(variables, callbacks)
    },
    [start],
  )
  return { ...mutation, mutate } as UseMutationResult<Data, Error, Variables>
}
