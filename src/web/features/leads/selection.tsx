import { useState, useSyncExternalStore } from 'react'
import type { Lead, Matching } from '#contract/leads/leads.ts'
import { afterPaint } from '../../shared/after-paint.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'

/** All leads that match the filter of a list, whether loaded or not. */
export type WholeList = { total: number; matching: Omit<Matching, 'expected'>; isFiltered: boolean }
/** Leads as calls name them. */
export type ChosenLeads = { total: number; input: { leadIds: number[] } | { matching: Matching } }
export const allOf = ({ total, matching }: WholeList): ChosenLeads => ({
  total,
  input: { matching: { ...matching, expected: total } },
})

type Ids = ReadonlySet<number>
type Subscribe = (listener: () => void) => () => void
/** The selected leads. Each checkbox has its own subscription, so that a click renders only one. */
export type LeadSelection = {
  current: () => Ids
  /** The list of which all leads are selected, until one of them is deselected. */
  currentWhole: () => WholeList | undefined
  selectWhole: (list: WholeList) => void
  subscribe: Subscribe
  /** Whether one lead is selected. After "Select all", checkboxes follow one paint later than the control. */
  subscribeBox: Subscribe
  toggle: (id: number) => void
  set: (ids: readonly number[], isSelected: boolean) => void
}

export function createSelection(): LeadSelection {
  let selectedIds: Ids = new Set()
  let whole: WholeList | undefined
  const totals = listeners()
  const boxes = listeners()
  const tick = (ids: readonly number[], isSelected: boolean) => {
    const after = new Set(selectedIds)
    for (const id of ids) {
      if (isSelected) after.add(id)
      else after.delete(id)
    }
    selectedIds = after
    if (!isSelected) whole = undefined
    totals.tell()
  }
  return {
    current: () => selectedIds,
    currentWhole: () => whole,
    selectWhole: list => {
      whole = list
      totals.tell()
    },
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

export const useSelectedWhole = ({ subscribe, currentWhole }: LeadSelection): WholeList | undefined =>
  useSyncExternalStore(subscribe, currentWhole)

const useIsSelected = ({ subscribeBox, current }: LeadSelection, id: number): boolean =>
  useSyncExternalStore(subscribeBox, () => current().has(id))

export function LeadCheckbox({ lead, selection }: { lead: Lead; selection: LeadSelection }) {
  const isSelected = useIsSelected(selection, lead.id)
  return (
    <Checkbox
      label={`Select ${lead.businessName}`}
      isLabelHidden
      checked={isSelected}
      onChange={() => selection.toggle(lead.id)}
    />
  )
}
