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
const atFirst: readonly ExtraColumn[] = ['email']

function storedColumns(): readonly ExtraColumn[] {
  try {
    const stored = localStorage.getItem(KEY)?.split(',') ?? atFirst
    return columnNames.filter(name => stored.includes(name))
  } catch {
    // Access to storage can be forbidden.
    return atFirst
  }
}

const chosen = createStore<readonly ExtraColumn[]>(storedColumns())

/** The chosen columns, in the order of `extraColumns`. Kept on this device. */
export const useChosenColumns = chosen.useValue

export function chooseColumn(name: ExtraColumn, isShown: boolean): void {
  const names = columnNames.filter(one => (one === name ? isShown : chosen.get().includes(one)))
  chosen.set(names)
  try {
    localStorage.setItem(KEY, names.join(','))
  } catch {
    // The columns are then only kept until the page is reloaded.
  }
}
