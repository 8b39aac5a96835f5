import { readFileSync } from 'node:fs'
import path from 'node:path'
import { categoryKey } from '#words/index.ts'

type Tag = 'amenity' | 'shop' | 'craft' | 'office' | 'healthcare' | 'leisure' | 'tourism' | 'cuisine'

// For these tags, only values in the table and `keptValues` are businesses. For others, such as `shop`, all values are.
const listedOnly: ReadonlySet<Tag> = new Set(['amenity', 'leisure', 'tourism', 'cuisine'])
const noBusiness = new Set(['no', 'vacant', 'disused', 'closed'])
/** Values that are already a category key. */
const keptValues = new Set(['restaurant', 'public_building', 'townhall', 'courthouse'])

/** Values by tag, with their category keys. */
const byTag = readTable()

function readTable(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const table = new Map<string, Map<string, string>>()
  let values = new Map<string, string>()
  for (const line of readFileSync(path.join(import.meta.dirname, 'osm-categories.txt'), 'utf8').split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!line.startsWith(' ')) table.set(line.trim(), (values = new Map()))
    else
      for (const entry of line.split('|')) {
        const [value = '', key = ''] = entry.trim().split(' ')
        if (value !== '') values.set(value, key)
      }
  }
  return table
}

/** The category keys for the value of a tag. Empty if the value does not stand for a business. */
export function osmCategories(tag: Tag, value: string): string[] {
  const key = byTag.get(tag)?.get(value)
  if (key !== undefined) return [key]
  if (noBusiness.has(value)) return []
  if (listedOnly.has(tag)) return keptValues.has(value) ? [value] : []
  const own = categoryKey(value === 'yes' ? tag : value)
  if (own === null) return []
  return [tag === 'shop' && !/(?:shop|store)$/.test(own) ? `${own}_store` : own]
}
