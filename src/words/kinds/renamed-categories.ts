import { rowsOf } from '../list-file.ts'

/** By each name of a renamed category: one name for all of them. */
const firstNames = new Map<string, string>()
for (const names of rowsOf('renamed-categories.txt')) {
  const known = names.map(name => firstNames.get(name)).find(name => name !== undefined) ?? names[0] ?? ''
  for (const name of names) firstNames.set(name, known)
}

export const renamedKeys: ReadonlySet<string> = new Set(firstNames.keys())

/** The same for all names of a category. */
export const firstName = (key: string): string => firstNames.get(key) ?? key
