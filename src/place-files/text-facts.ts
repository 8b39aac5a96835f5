/** The names of a fact in each source, best first. Empty if the source does not have the fact. */
type TextFact = {
  /** The paths of columns. */
  overture: readonly string[]
  /** Tags. */
  osm: readonly string[]
  /** Headers, reduced to letters and digits. */
  csv: readonly string[]
  /** Takes a trimmed text of at most 100 characters. Returns the value of the fact, or null if the text is no value. */
  valueOf: (text: string) => string | null
}

// The column "chain" of a list may contain yes or no instead of the chain's name.
const NOT_A_NAME = /^(?:true|false|yes|no|y|n|0|1|unknown|independent)$/i

/** Facts that sources store as a single text. */
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

export const perTextFact = <Value>(valueOf: (name: TextFactName) => Value): Record<TextFactName, Value> =>
  Object.fromEntries(textFactNames.map(name => [name, valueOf(name)])) as Record<TextFactName, Value>
