import { readFileSync } from 'node:fs'
import path from 'node:path'

const lists = new Map<string, string[]>()
for (const line of readFileSync(path.join(import.meta.dirname, 'csv-headers.txt'), 'utf8').split(/\r?\n/))
  if (line.startsWith(' ')) [...lists.values()].at(-1)?.push(...line.trim().split(' '))
  else if (line !== '' && !line.startsWith('#')) lists.set(line, [])
const list = (name: string): readonly string[] => lists.get(name) ?? []

// The state comes before the street, because "St" means the state if no other column does.
const facts = ['id', 'name', 'website', 'phone', 'email', 'state', 'street', 'city', 'zip', 'country'] as const
const others = ['rating', 'reviews', 'lat', 'lon', 'facebook', 'instagram', 'twitter', 'linkedin', 'status'] as const
const further = ['permanentlyClosed', 'temporarilyClosed', 'closedOn', 'category', 'brand'] as const
export type Field = (typeof facts)[number] | (typeof others)[number] | (typeof further)[number]

export const csvHeaders = Object.fromEntries(
  [...facts, ...others, ...further].map(field => [field, list(field)]),
) as Record<Field, readonly string[]>
export const rareHeaders: ReadonlySet<string> = new Set(list('rare'))

/** The rank of a fact by a word around its name. A fact without such a word comes after those of the business. */
export const ranks: ReadonlyMap<string, number> = new Map(
  ['ofBusiness', 'none', 'ofAccount', 'ofPerson', 'ofMail', 'ofParcels'].flatMap((name, rank) =>
    list(name).map((word): [string, number] => [word, rank]),
  ),
)

const OF_STATUS =
  /^(?:is)?(?:perm\w*|temp\w*)?clos(?:ed?|ing|ure)|(?<!dis|en)clos(?:ed|ure)$|status$|^end(?:s|ed)?(?:date)?$|^isopen$/

/** Whether a header may say which businesses are closed: "Is Closed", "License Status", or "End Date". */
export function mayTellStatus(header: string): boolean {
  const words = header
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
  return [...words, words.join('')].some(word => OF_STATUS.test(word))
}
