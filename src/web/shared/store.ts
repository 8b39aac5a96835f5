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
