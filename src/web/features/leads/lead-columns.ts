import { createStore } from '../../shared/store.ts'

export const extraColumns = [
  { name: 'quality', label: 'Quality' },
  { name: 'grade', label: 'Website grade' },
  { name: 'category', label: 'Category' },
  { name: 'website', label: 'Website' },
  { name: 'email', label: 'Email' },
  { name: 'distance', label: 'Distance' },
] as const
export type ExtraColumn = (typeof extraColumns)[number]['name']

const KEY = 'lead-columns'
const atFirst: readonly ExtraColumn[] = ['email']
const allNames = extraColumns.map(({ name }) => name)

function storedColumns(): readonly ExtraColumn[] {
  try {
    const stored = localStorage.getItem(KEY)?.split(',') ?? atFirst
    return allNames.filter(name => stored.includes(name))
  } catch {
    // Access to storage can be forbidden.
    return atFirst
  }
}

const chosen = createStore<readonly ExtraColumn[]>(storedColumns())

/** The chosen columns, in the order of `extraColumns`. Kept on this device. */
export const useChosenColumns = chosen.useValue

export function chooseColumn(name: ExtraColumn, isShown: boolean): void {
  const names = allNames.filter(one => (one === name ? isShown : chosen.get().includes(one)))
  chosen.set(names)
  try {
    localStorage.setItem(KEY, names.join(','))
  } catch {
    // The columns are then only kept until the page is reloaded.
  }
}
