import { z } from 'zod'
import { categoryKey } from '#server/catalog/place/category.rules.ts'
import { checked, readGroups } from '#server/catalog/words/word-file.ts'

type Tag = 'amenity' | 'shop' | 'craft' | 'office' | 'healthcare' | 'leisure' | 'tourism' | 'cuisine'
const pair = z.tuple([z.string().min(1), z.string().regex(/^[a-z\d_']+$/)])

// For these tags, only the values in the table are businesses. For the other tags, such as `shop`, all values are.
const listedOnly: ReadonlySet<Tag> = new Set(['amenity', 'leisure', 'tourism', 'cuisine'])
const noBusiness = new Set(['no', 'vacant', 'disused', 'closed'])
const keptValues = new Set(['restaurant', 'public_building', 'townhall', 'courthouse'])

const byTag = new Map(
  [...readGroups('osm-categories.txt')].map(([tag, entries]) => [
    tag,
    new Map(entries.map(entry => checked(`osm-categories.txt: "${entry}"`, pair, entry.split(' ')))),
  ]),
)

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
