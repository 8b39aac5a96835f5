import {
  type MutateOptions,
  replaceEqualDeep,
  useMutation as useAnyMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * The library's hook with one difference: `mutate` does nothing if a call with the same input is running. The second
 * click of a double click comes before the button is rendered as busy.
 */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const running = useRef<{ variables: Variables }>(undefined)
  const mutation = useAnyMutation({
    ...options,
    // Unlike the callbacks of a call, it also runs for a component that is hidden by now.
    onSettled: (...settled) => {
      const [, , variables] = settled
      if (running.current !== undefined && Object.is(running.current.variables, variables)) running.current = undefined
      return options.onSettled?.(...settled)
    },
  })
  const { mutate: start } = mutation
  const mutate = useCallback(
    (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables, Context>) => {
      const last = running.current
      if (last !== undefined && replaceEqualDeep(last.variables, variables) === last.variables) return
      running.current = { variables }
      start(variables, callbacks)
    },
    [start],
  )
  return { ...mutation, mutate } as UseMutationResult<Data, Error, Variables, Context>
}
