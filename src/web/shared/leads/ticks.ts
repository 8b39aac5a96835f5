import { useState, useSyncExternalStore } from 'react'

type Ids = ReadonlySet<number>
/** Which leads are ticked. Each box follows it by itself, so that a tick draws one box and not a list. */
export type Ticks = {
  current: () => Ids
  subscribe: (listener: () => void) => () => void
  toggle: (id: number) => void
  set: (ids: readonly number[], isTicked: boolean) => void
}

export function createTicks(): Ticks {
  let ticked: Ids = new Set()
  const listeners = new Set<() => void>()
  const set = (ids: readonly number[], isTicked: boolean) => {
    const after = new Set(ticked)
    for (const id of ids) {
      if (isTicked) after.add(id)
      else after.delete(id)
    }
    ticked = after
    for (const listener of listeners) listener()
  }
  return {
    current: () => ticked,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    toggle: id => set([id], !ticked.has(id)),
    set,
  }
}

export const useTicks = (): Ticks => useState(createTicks)[0]

export const useTicked = ({ subscribe, current }: Ticks): Ids => useSyncExternalStore(subscribe, current)

export const useIsTicked = ({ subscribe, current }: Ticks, id: number): boolean =>
  useSyncExternalStore(subscribe, () => current().has(id))
