import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import type { Lead, Matching } from '#contract/leads/leads.ts'
import { afterPaint } from '../../shared/after-paint.ts'
import { createStore } from '../../shared/store.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'

/** All leads that match the filter of a list, whether loaded or not. */
export type WholeList = { total: number; matching: Omit<Matching, 'expected'>; isFiltered: boolean }
/** Chosen leads, as the input of a call. */
export type ChosenLeads = { total: number; input: { leadIds: number[] } | { matching: Matching } }
export const allOf = ({ total, matching }: WholeList): ChosenLeads => ({
  total,
  input: { matching: { ...matching, expected: total } },
})

type Store<Value> = ReturnType<typeof createStore<Value>>
/** A part of a stored value. The component re-renders only when this part changes. */
export const usePart = <Value, Part>({ subscribe, get }: Store<Value>, partOf: (value: Value) => Part): Part =>
  useSyncExternalStore(subscribe, () => partOf(get()))

/** The lead whose details are open. */
const openLead = createStore<Lead | undefined>(undefined)
export const showDetails = openLead.set
export function changeOpenLead(change: (lead: Lead) => Lead): void {
  const lead = openLead.get()
  if (lead) openLead.set(change(lead))
}
export const closeDetails = () => openLead.set(undefined)
export const useOpenLead = openLead.useValue
/** Whether the details of this lead are open. If that changes, only two leads are rendered again. */
export const useIsOpen = (id: number): boolean => usePart(openLead, lead => lead?.id === id)

type Ids = ReadonlySet<number>

function createSelection() {
  const ids = createStore<Ids>(new Set())
  /** What the checkboxes show. After "Select all", they follow one paint later than the control. */
  const boxes = createStore(ids.get())
  /** The list whose leads are all selected. Unset when one of them is deselected. */
  const whole = createStore<WholeList | undefined>(undefined)
  const choose = (changed: readonly number[], isSelected: boolean) => {
    const after = new Set(ids.get())
    for (const id of changed) {
      if (isSelected) after.add(id)
      else after.delete(id)
    }
    if (!isSelected) whole.set(undefined)
    ids.set(after)
  }
  return {
    ids,
    boxes,
    whole,
    /** The selected leads, of which `list` may be all. If its filter or number has changed, the user must click again. */
    chosen: (list: WholeList | undefined): ChosenLeads =>
      list !== undefined && whole.get() === list
        ? allOf(list)
        : { total: ids.get().size, input: { leadIds: [...ids.get()] } },
    toggle: (id: number) => {
      choose([id], !ids.get().has(id))
      boxes.set(ids.get())
    },
    set: (changed: readonly number[], isSelected: boolean) => {
      choose(changed, isSelected)
      afterPaint(() => boxes.set(ids.get()))
    },
  }
}

const Selection = createContext(createSelection())

/** The selection of the surrounding list. The object never changes: a click re-renders only what reads its stores. */
export const useSelection = () => use(Selection)
export const useSelectedIds = <Part,>(partOf: (ids: Ids) => Part): Part => usePart(useSelection().ids, partOf)

export const WithSelection = ({ children }: { children: ReactNode }) => (
  <Selection value={useState(createSelection)[0]}>{children}</Selection>
)

export function LeadCheckbox({ lead: { id, businessName } }: { lead: Lead }) {
  const { boxes, toggle } = useSelection()
  const isSelected = usePart(boxes, ids => ids.has(id))
  return <Checkbox label={`Select ${businessName}`} isLabelHidden checked={isSelected} onChange={() => toggle(id)} />
}
