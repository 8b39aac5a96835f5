import type { KindEvidence } from '#contract/leads/lead-facts.ts'
import { placeFlags } from './place-flags.ts'
import { type PlaceScoreLine, writeScoreLines } from './score-lines.ts'

/** The facts that the table `place` stores, without the keys of a place and its links to other rows. */
export type PlaceFacts = {
  nameSort: string
  /** The first characters of `nameSort` as a number. */
  nameOrder: number
  name: string
  /** E.164 digits without the plus, such as 13034400000; null if unknown. */
  phone: number | null
  /** With scheme, at most 2,000 characters. */
  website: string | null
  /** Registrable domain of the business's own website; null without a website or for a page on a platform. */
  domain: string | null
  email: string | null
  socials: string[]
  street: string | null
  city: string | null
  /** USPS code of a state, DC, or a territory. */
  state: string | null
  /** Five digits. */
  zip: string | null
  /** Degrees, WGS 84. */
  lat: number
  lon: number
  cell: number
  /** Main category first. */
  categoryIds: number[]
  /** 0 to 5; null if no shareable source has one. */
  rating: number | null
  reviewCount: number | null
  quality: number
  scoreLines: string
  flags: number
  license: string
  /** The original publisher, if the source collects rows from others. */
  origin: string | null
  /** Date of the newest evidence, YYYY-MM-DD. */
  confirmedOn: string | null
  /** The chain that the place belongs to; null if none is known. */
  brand: string | null
  /** The date (YYYY-MM-DD) on which the row first appeared. Null if it came with the first load of its cell. */
  firstSeenOn: string | null
  /** The parts of the address that were derived from the coordinates; null if the source has the whole address. */
  derivedLocation: string | null
  /** What confirms the main category. Null without a category, and in old rows until their next import. */
  kindToldBy: KindEvidence | null
  /** As in "Mo-Fr 08:00-17:00; Sa 09:00-12:00". */
  hours: string | null
}
type FactName = keyof PlaceFacts

type DerivedFact = 'nameSort' | 'nameOrder' | 'cell' | 'categoryIds' | 'flags' | 'firstSeenOn'
type OptionalFact = 'origin' | 'brand' | 'derivedLocation' | 'kindToldBy' | 'hours'

/** A place after validation and normalization. The import stages such places, and the demo generator makes them. */
export type CatalogPlace = Omit<PlaceFacts, DerivedFact | OptionalFact | 'scoreLines'> &
  Partial<Pick<PlaceFacts, OptionalFact>> & {
    sourceId: string
    /** Category keys, main one first. */
    categories: string[]
    scoreLines: PlaceScoreLine[]
    /** True if the source has no coordinates, so the place is in the middle of its ZIP or town. */
    hasRoughPosition?: boolean
  }

export type ImportedRow = Pick<PlaceFacts, Exclude<DerivedFact, 'categoryIds' | 'firstSeenOn'>> & {
  categoryIds: readonly number[]
  place: CatalogPlace
}

/** newest: the latest date; earliest: the first date; firstKnown: the value of the best row that has one. */
export type GeneralMerge = 'newest' | 'earliest' | 'firstKnown'

type ReadFact<Value> = (row: ImportedRow) => Value extends (infer Item)[] ? readonly Item[] : Value

/** The rule of a fact. Its column is its name in snake case. */
type FactRule<Value> = {
  type: string
  /** Reads the fact from a row; by default, what the place has. Null if rows do not have it, and `copyStagedTo` sets it. */
  read?: ReadFact<Value> | null
  /**
   * True if the content hash and the stamps of leads leave out the fact when it is unknown. Required for every fact
   * that is added later. Otherwise all stored rows and leads would look changed.
   */
  isHashedIfKnown?: true
  /**
   * True if it is computed from other columns, so the content hash leaves it out. If new code computes another value, the
   * next import writes it, but the row does not count as changed.
   */
  isComputed?: true
  /**
   * Which value wins if several rows are one business: the value of the best row, or one chosen by a general rule or by
   * this fact's own rule. The rules are in merged-place.rules.ts.
   */
  merge: 'ofBestRow' | 'ownRule' | GeneralMerge
  /** True if a search returns it as a field of `FoundPlace`. */
  isFound: boolean
  /** A bit that is set in `flags` if the fact is known. Filters use it. */
  flag?: number
}

/** Facts that a place has by their names. The others have to say how they are read. */
type OwnFact = Exclude<FactName, DerivedFact | 'scoreLines'>
type RuleOf<Name extends FactName> = FactRule<PlaceFacts[Name]> & (Name extends OwnFact ? unknown : { read: unknown })

/** All facts, in the order in which they are copied and hashed. Add new facts at the end. */
const placeFacts = {
  nameSort: { type: 'text', read: row => row.nameSort, isComputed: true, merge: 'ofBestRow', isFound: false },
  nameOrder: { type: 'bigint', read: row => row.nameOrder, isComputed: true, merge: 'ofBestRow', isFound: false },
  name: { type: 'text', merge: 'ofBestRow', isFound: true },
  phone: { type: 'bigint', merge: 'ownRule', isFound: true, flag: placeFlags.phone },
  website: { type: 'text', merge: 'ownRule', isFound: true, flag: placeFlags.website },
  domain: { type: 'text', isComputed: true, merge: 'ownRule', isFound: true },
  email: { type: 'text', merge: 'ownRule', isFound: true, flag: placeFlags.email },
  socials: { type: 'text[]', merge: 'ownRule', isFound: true },
  street: { type: 'text', merge: 'ownRule', isFound: true },
  city: { type: 'text', merge: 'ownRule', isFound: true },
  state: { type: 'text', merge: 'ownRule', isFound: true },
  zip: { type: 'text', merge: 'ownRule', isFound: true },
  lat: { type: 'float8', merge: 'ofBestRow', isFound: true },
  lon: { type: 'float8', merge: 'ofBestRow', isFound: true },
  cell: { type: 'int', read: row => row.cell, isComputed: true, merge: 'ofBestRow', isFound: false },
  categoryIds: { type: 'int[]', read: row => row.categoryIds, merge: 'ownRule', isFound: true },
  rating: { type: 'real', merge: 'ownRule', isFound: true },
  reviewCount: { type: 'int', merge: 'ownRule', isFound: false },
  quality: { type: 'smallint', merge: 'ownRule', isFound: true },
  scoreLines: { type: 'text', read: ({ place }) => writeScoreLines(place.scoreLines), merge: 'ownRule', isFound: true },
  flags: { type: 'int', read: row => row.flags, isComputed: true, merge: 'ownRule', isFound: true },
  license: { type: 'text', merge: 'ownRule', isFound: true },
  origin: { type: 'text', merge: 'ofBestRow', isFound: true },
  confirmedOn: { type: 'text', merge: 'newest', isFound: true },
  brand: { type: 'text', isHashedIfKnown: true, merge: 'firstKnown', isFound: true, flag: placeFlags.brand },
  firstSeenOn: { type: 'text', read: null, isHashedIfKnown: true, merge: 'earliest', isFound: true },
  derivedLocation: { type: 'text', isHashedIfKnown: true, merge: 'ownRule', isFound: true },
  kindToldBy: { type: 'text', isHashedIfKnown: true, merge: 'ownRule', isFound: true },
  hours: { type: 'text', isHashedIfKnown: true, merge: 'ownRule', isFound: true },
} as const satisfies { [Name in FactName]: RuleOf<Name> }

type FactsWith<Part> = { [Name in FactName]: (typeof placeFacts)[Name] extends Part ? Name : never }[FactName]
export type FoundFact = FactsWith<{ isFound: true }>
export type OverwrittenFact = Exclude<FactName, FactsWith<{ merge: 'ofBestRow' }>>
export type GenerallyMergedFact = FactsWith<{ merge: GeneralMerge }>

type Fact = FactRule<string | number | string[] | number[] | null> & { name: FactName; column: string }
export const facts: readonly Fact[] = Object.entries(placeFacts).map(([name, rule]) =>
  Object.assign({ name: name as FactName, column: columnOf(name) }, rule),
)

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

type Read = NonNullable<Fact['read']>
export const importedFacts = facts.flatMap(({ read, ...fact }) => {
  const ofPlace: Read = ({ place }) => place[fact.name as OwnFact] ?? null
  return read === null ? [] : [{ ...fact, read: read ?? ofPlace }]
})

export const overwrittenFacts = facts.filter(({ merge }) => merge !== 'ofBestRow')
export const generallyMergedFacts = facts.flatMap(({ name, merge }) =>
  merge === 'ofBestRow' || merge === 'ownRule' ? [] : [{ name: name as GenerallyMergedFact, rule: merge }],
)
export const foundFacts = facts.filter(({ isFound }) => isFound)

/** SQL that selects the facts of a row: `p.category_ids AS "categoryIds", …`. */
export const factFields = (wanted: readonly Fact[], row: string): string =>
  wanted.map(({ name, column }) => `${row}.${column} AS "${name}"`).join(', ')

type FlaggedFact = FactsWith<{ flag: number }>
const flagged = facts.flatMap(({ name, flag }) => (flag === undefined ? [] : [{ name: name as FlaggedFact, flag }]))
export const factFlags = flagged.reduce<number>(
  (all, { flag }) => all | flag,
  placeFlags.platformPage | placeFlags.kindConfirmed | placeFlags.namedOtherwise,
)
/** What says that a place is of its category, as flags. */
export const kindFlags: Record<KindEvidence, number> = {
  name: placeFlags.kindConfirmed,
  website: placeFlags.kindConfirmed,
  map: placeFlags.kindConfirmed,
  otherName: placeFlags.namedOtherwise,
  source: 0,
}
type FlaggedFacts = { [Name in FlaggedFact]?: unknown } & Pick<PlaceFacts, 'domain'> &
  Partial<Pick<PlaceFacts, 'kindToldBy'>>
export function flagsOf(known: FlaggedFacts): number {
  let flags = 0
  for (const { name, flag } of flagged) if (known[name] !== null && known[name] !== undefined) flags |= flag
  if ((flags & placeFlags.website) !== 0 && known.domain === null) flags |= placeFlags.platformPage
  return flags | kindFlags[known.kindToldBy ?? 'source']
}
