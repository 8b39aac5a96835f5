type TextFact = {
  /** Path of the column. */
  overture: readonly string[]
  /** Tags, the best first. */
  osm: readonly string[]
  /** Header names, letters and digits only, the best first. */
  csv: readonly string[]
}

/** Facts that each source has as one text, under one of these names, and that need nothing but cleaning. */
export const textFacts = {
  brand: {
    overture: ['brand', 'names', 'primary'],
    osm: ['brand'],
    csv: ['brand', 'brandname', 'chain', 'chainname'],
  },
} as const satisfies Record<string, TextFact>

export type TextFactName = keyof typeof textFacts
export type TextFacts = Partial<Record<TextFactName, string | null>>

export const textFactNames = Object.keys(textFacts) as TextFactName[]

/** One value for each fact. */
export const perTextFact = <Value>(valueOf: (name: TextFactName) => Value): Record<TextFactName, Value> =>
  Object.fromEntries(textFactNames.map(name => [name, valueOf(name)])) as Record<TextFactName, Value>
