import { aliasSets } from './category-aliases.ts'
import { categoryName } from './category-name.ts'

/** A kind of business that the catalog does not have, and the labels of similar kinds. */
export type Missing = { label: string; nearest: readonly string[] }

const setsByKey = Map.groupBy(
  aliasSets.flatMap(({ keys, label, nearest }) =>
    keys.map(selector => ({ key: selector.replace('!', ''), labels: [label, ...nearest] })),
  ),
  ({ key }) => key,
)

/** A category that the catalog lacks. Near to it are the kinds of business that include it, and what is near to these. */
export const lackingCategory = (key: string): Missing => ({
  label: categoryName(key),
  nearest: (setsByKey.get(key) ?? []).flatMap(({ labels }) => labels),
})
