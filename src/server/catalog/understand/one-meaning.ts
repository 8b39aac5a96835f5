/** Kinds as broad as "Clothing Stores" do not stand for two of their parts. */
const MAX_CATEGORIES = 8

/**
 * The kind of business that several kinds are together: "Locksmiths" for Key and Locksmith and Locksmith. `kinds` are the
 * ones with a list of phrases. Null if they are different ones, so that the user must choose.
 */
export function meaningOfAll<Kind extends { categories: readonly unknown[] }>(
  senses: Iterable<Kind>,
  kinds: readonly Kind[],
): Kind | null {
  const all = [...senses]
  if (all.length < 2) return all[0] ?? null
  const meant = new Set(all.flatMap(({ categories }) => categories))
  const isAll = ({ categories }: Kind) =>
    categories.length <= MAX_CATEGORIES && [...meant].every(category => categories.includes(category))
  const covering = [
    ...all.filter(isAll),
    ...kinds.filter(kind => meant.size * 2 > kind.categories.length && isAll(kind)),
  ]
  return covering.toSorted((a, b) => a.categories.length - b.categories.length)[0] ?? null
}
