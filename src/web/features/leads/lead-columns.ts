import { keep, kept } from '../../shared/kept.ts'
import { createStore } from '../../shared/store.ts'

export const extraColumns = {
  quality: 'Quality',
  grade: 'Website grade',
  category: 'Category',
  website: 'Website',
  email: 'Email',
  distance: 'Distance',
}
export type ExtraColumn = keyof typeof extraColumns
export const columnNames = Object.keys(extraColumns) as ExtraColumn[]

const KEY = 'lead-columns'
const stored = kept(KEY)?.split(',') ?? ['email']
const chosen = createStore<readonly ExtraColumn[]>(columnNames.filter(name => stored.includes(name)))

/** The chosen columns, in the order of `extraColumns`. Kept on this device. */
export const useChosenColumns = chosen.useValue

export function chooseColumn(name: ExtraColumn, isShown: boolean): void {
  const names = columnNames.filter(one => (one === name ? isShown : chosen.get().includes(one)))
  chosen.set(names)
  keep(KEY, names.join(','))
}
