import { useState, useSyncExternalStore } from 'react'
import { afterPaint } from '../../shared/after-paint.ts'

type Ids = ReadonlySet<number>
type Subscribe = (listener: () => void) => () => void
/** The selected leads. Each checkbox subscribes on its own, so a click renders one checkbox and not the whole list. */
export type LeadSelection = {
  current: () => Ids
  subscribe: Subscribe
  /** For the checkbox of one lead. After "Select all", these update one paint later than the clicked control. */
  subscribeBox: Subscribe
  toggle: (id: number) => void
  set: (ids: readonly number[], isSelected: boolean) => void
}

export function createSelection(): LeadSelection {
  let selectedIds: Ids = new Set()
  const totals = listeners()
  const boxes = listeners()
  const tick = (ids: readonly number[], isSelected: boolean) => {
    const after = new Set(selectedIds)
    for (const id of ids) {
      if (isSelected) after.add(id)
      else after.delete(id)
    }
    selectedIds = after
    totals.tell()
  }
  return {
    current: () => selectedIds,
    subscribe: totals.subscribe,
    subscribeBox: boxes.subscribe,
    toggle: id => {
      tick([id], !selectedIds.has(id))
      boxes.tell()
    },
    set: (ids, isSelected) => {
      tick(ids, isSelected)
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

export const useSelection = (): LeadSelection => useState(createSelection)[0]

export const useSelectedIds = ({ subscribe, current }: LeadSelection): Ids => useSyncExternalStore(subscribe, current)

export const useIsSelected = ({ subscribeBox, current }: LeadSelection, id: number): boolean =>
  useSyncExternalStore(subscribeBox, () => current().has(id))
