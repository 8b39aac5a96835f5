import { useSyncExternalStore } from 'react'

/** A value outside of React that components can subscribe to. Prerendered pages show the initial value. */
export function createStore<Value>(initial: Value) {
  let current = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    subscribe,
    get: () => current,
    set: (value: Value) => {
      current = value
      for (const listener of listeners) listener()
    },
    useValue: () =>
      useSyncExternalStore(
        subscribe,
        () => current,
        () => initial,
      ),
  }
}

/** A part of a value. Renders only when this part changes. Not for prerendered pages. */
export const usePart = <Value, Part>(
  { subscribe, get }: Pick<ReturnType<typeof createStore<Value>>, 'subscribe' | 'get'>,
  partOf: (value: Value) => Part,
): Part => useSyncExternalStore(subscribe, () => partOf(get()))
