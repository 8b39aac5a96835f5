import { useState, useSyncExternalStore } from 'react'
import { afterPaint } from '../../shared/after-paint.ts'

type Ids = ReadonlySet<number>
type Subscribe = (listener: () => void) => () => void
/** The selected leads. Each checkbox subscribes on its own, so a click renders one checkbox and not the whole list. */
export type Ticks = {
  current: () => Ids
  subscribe: Subscribe
  /** For the checkbox of one lead. After "Select all", these update one paint later than the clicked control. */
  subscribeBox: Subscribe
  toggle: (id: number) => void
  set: (ids: readonly number[], isTicked: boolean) => void
}

export function createTicks(): Ticks {
  let ticked: Ids = new Set()
  const totals = listeners()
  const boxes = listeners()
  const tick = (ids: readonly number[], isTicked: boolean) => {
    const after = new Set(ticked)
    for (const id of ids) {
      if (isTicked) after.add(id)
      else after.delete(id)
    }
    ticked = after
    totals.tell()
  }
  return {
    current: () => ticked,
    subscribe: totals.subscribe,
    subscribeBox: boxes.subscribe,
    toggle: id => {
      tick([id], !ticked.has(id))
      boxes.tell()
    },
    set: (ids, isTicked) => {
      tick(ids, isTicked)
      afterPaint(boxes.tell)
    },
  }
}

function listeners(): { subscribe: Subscribe; tell: () => void } {
  const all = new Set<() => void>()
  return {
    subscribe: listener => {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell: () => {
      for (const listener of all) listener()
    },
  }
}

export const useTicks = (): Ticks => useState(createTicks)[0]

export const useTicked = ({ subscribe, current }: Ticks): Ids => useSyncExternalStore(subscribe, current)

export const useIsTicked = ({ subscribeBox, current }: Ticks, id: number): boolean =>
  useSyncExternalStore(subscribeBox, () => current().has(id))
