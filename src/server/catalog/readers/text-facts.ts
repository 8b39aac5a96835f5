/** Where each source has the fact, the best name first; empty if the source does not have it. */
type TextFact = {
  /** Paths of columns. */
  overture: readonly string[]
  /** Tags. */
  osm: readonly string[]
  /** Header names, letters and digits only. */
  csv: readonly string[]
  /** The fact in a clean text of at most 100 characters; null if the text does not say it. */
  valueOf: (text: string) => string | null
}

// A list's column "chain" may say yes or no instead of the name.
const NOT_A_NAME = /^(?:true|false|yes|no|y|n|0|1|unknown|independent)$/i

/** Facts that a source has as one text. */
export const textFacts = {
  brand: {
    overture: ['brand.names.primary'],
    osm: ['brand'],
    csv: ['brand', 'brandname', 'chain', 'chainname'],
    valueOf: text => (NOT_A_NAME.test(text) ? null : text),
  },
} as const satisfies Record<string, TextFact>

export type TextFactName = keyof typeof textFacts
export type TextFacts = Partial<Record<TextFactName, string | null>>

export const textFactNames = Object.keys(textFacts) as TextFactName[]

/** One value for each fact. */
export const perTextFact = <Value>(valueOf: (name: TextFactName) => Value): Record<TextFactName, Value> =>
  Object.fromEntries(textFactNames.map(name => [name, valueOf(name)])) as Record<TextFactName, Value>
