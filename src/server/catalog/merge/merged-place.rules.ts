import { type KindEvidence, kindEvidences } from '#contract/leads/lead-facts.ts'
import { isFreemail } from '#domains/index.ts'
import {
  factFlags,
  flagsOf,
  type GeneralMerge,
  type GenerallyMergedFact,
  generallyMergedFacts,
  type OverwrittenFact,
  type PlaceFacts,
} from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { FactOrigin, ProvenField, Provenance } from '#server/catalog/place/provenance.ts'
import {
  existenceLine,
  limitLine,
  type PlaceScoreLine,
  readScoreLines,
  scoreLimits,
  writeScoreLines,
} from '#server/catalog/place/score-lines.ts'
import { isDoubtful, qualityOf, ratingLine, scorePlace } from '#server/catalog/place/score.rules.ts'
import type { SiteShare } from './site-share.rules.ts'

/** A row of the catalog with its own source's facts. */
export type SourceRow = OverwrittenFacts &
  Pick<PlaceFacts, 'name' | 'origin'> & { id: number; datasetId: number; sourceId: string }

/** The facts that merging overwrites in the best row. `place.own` stores their original values. */
export type OverwrittenFacts = Pick<PlaceFacts, OverwrittenFact>

export type MergedPlace = { head: SourceRow; members: SourceRow[]; facts: OverwrittenFacts; provenance: Provenance }

const MAX_CATEGORIES = 10
const MAX_SOCIALS = 10

const hasSeparateLicense = ({ flags }: SourceRow): boolean => (flags & placeFlags.separateLicense) !== 0
const isRough = ({ flags }: SourceRow): boolean => (flags & placeFlags.roughPosition) !== 0
const isPublic = ({ flags }: SourceRow): boolean => (flags & placeFlags.publicPlace) !== 0

const betterFirst = (a: SourceRow, b: SourceRow): number =>
  Number(isRough(a)) - Number(isRough(b)) || b.quality - a.quality || compareText(a.sourceId, b.sourceId) || a.id - b.id

/**
 * Merges the rows of one business. The name and position come from the best row, and each contact from the most
 * reliable row that has it. A row with coordinates is better than any row without.
 *
 * Rows with a separate license give no facts to other rows. They only confirm that the business exists. `site` has the
 * facts from the business's own website. They may replace the email, hours, and rating, but no phone, name, or website.
 */
export function mergeRows(rows: readonly SourceRow[], site: SiteShare | null = null): MergedPlace {
  const all = rows.toSorted(betterFirst)
  const ranked = all.every(hasSeparateLicense) ? all : all.filter(row => !hasSeparateLicense(row))
  const hints = all.filter(row => !ranked.includes(row))
  const [head] = ranked
  if (head === undefined) throw new Error('No rows to merge')
  const website = best(
    ranked,
    row => row.website !== null,
    row => (row.domain === null ? 0 : 1),
  )
  const domain = website?.domain ?? null
  const phone = best(ranked, row => row.phone !== null)
  const emailRow = best(
    ranked,
    row => row.email !== null,
    row => emailRank(row.email ?? '', domain),
  )
  const email = emailOf(emailRow, domain, site)
  const address =
    best(
      ranked,
      row => row.street !== null,
      row => addressRank(row),
    ) ?? head
  const rated = best(
    ranked,
    row => row.rating !== null,
    row => row.reviewCount ?? 0,
  )
  const open = best(ranked, row => row.hours !== null)
  const known = {
    ...generalFacts(ranked),
    phone: phone?.phone ?? site?.phone?.value ?? null,
    website: website?.website ?? null,
    domain,
    email: email?.value ?? null,
    kindToldBy: kindToldBy(ranked, site),
  }
  const facts = {
    ...known,
    socials: [...new Set([...ranked.flatMap(row => row.socials), ...(site?.socials ?? [])])].slice(0, MAX_SOCIALS),
    street: address.street,
    city: address.city,
    state: address.state,
    zip: address.zip,
    derivedLocation: address.derivedLocation,
    categoryIds: [...new Set(ranked.flatMap(row => row.categoryIds))].slice(0, MAX_CATEGORIES),
    rating: site?.rating?.value.rating ?? rated?.rating ?? null,
    hours: site?.hours?.value ?? open?.hours ?? null,
    reviewCount: site?.rating?.value.reviewCount ?? rated?.reviewCount ?? null,
    flags: flagsOf(known) | (head.flags & ~factFlags & ~(ranked.every(isPublic) ? 0 : placeFlags.publicPlace)),
    license: [...new Set(ranked.map(row => row.license))].toSorted().join(' AND '),
  }
  const scoreLines = mergedScore({ rows: ranked, facts, hints, site })
  return {
    head,
    members: [...ranked.slice(1), ...hints],
    facts: { ...facts, quality: qualityOf(scoreLines), scoreLines: writeScoreLines(scoreLines) },
    provenance: {
      fields: originsOf({
        name: originOf(head),
        phone: phone === undefined ? site?.phone?.origin : originOf(phone),
        website: originOf(website),
        email: email?.origin,
        address: address.street === null ? undefined : originOf(address),
        rating: site?.rating?.origin,
        hours: site?.hours?.origin ?? originOf(open),
      }),
      members: [...ranked, ...hints].map(({ datasetId, sourceId }) => ({ datasetId, sourceId })),
      phones: [...new Set(ranked.flatMap(row => row.phone ?? []))].filter(number => number !== facts.phone),
      ...(site === null ? {} : { site: site.domain }),
    },
  }
}

/** Rules that choose one of the known values of a fact. The best row's value comes first. */
const generalRules: Record<GeneralMerge, (known: readonly string[]) => string | undefined> = {
  newest: known => known.toSorted().at(-1),
  earliest: known => known.toSorted()[0],
  firstKnown: known => known[0],
}

const generalFacts = (ranked: readonly SourceRow[]): Pick<PlaceFacts, GenerallyMergedFact> =>
  Object.fromEntries(
    generallyMergedFacts.map(({ name, rule }) => {
      const known = ranked.map(row => row[name]).filter(value => value !== null)
      return [name, generalRules[rule](known) ?? null]
    }),
  ) as Pick<PlaceFacts, GenerallyMergedFact>

/** The strongest confirmation of the main category by rows that have it, or else by the website. */
function kindToldBy(ranked: readonly SourceRow[], site: SiteShare | null): KindEvidence | null {
  const main = ranked.flatMap(row => row.categoryIds)[0]
  if (main === undefined) return null
  const told = new Set(ranked.flatMap(row => (row.categoryIds[0] === main ? row.kindToldBy : [])))
  // The second category is that of the best row.
  if (ranked[0]?.kindToldBy !== 'otherName') told.delete('otherName')
  const strongest = kindEvidences.find(teller => told.has(teller)) ?? null
  const isDoubted = strongest === 'source' || strongest === 'otherName'
  return isDoubted && site?.kinds.has(main) === true ? 'website' : strongest
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// The row to take a fact from: the highest rank, then the newest evidence, then the higher score.
function best(
  rows: readonly SourceRow[],
  has: (row: SourceRow) => boolean,
  rankOf: (row: SourceRow) => number = () => 0,
): SourceRow | undefined {
  return rows
    .filter(has)
    .toSorted(
      (a, b) =>
        rankOf(b) - rankOf(a) ||
        compareText(b.confirmedOn ?? '', a.confirmedOn ?? '') ||
        b.quality - a.quality ||
        compareText(a.sourceId, b.sourceId),
    )[0]
}

function emailRank(email: string, domain: string | null): number {
  const host = email.slice(email.lastIndexOf('@') + 1)
  if (domain !== null && (host === domain || host.endsWith(`.${domain}`))) return 2
  return isFreemail(host) ? 0 : 1
}

const addressRank = ({ zip, city, state, derivedLocation }: SourceRow): number =>
  (zip === null ? 0 : 2) + (city === null || state === null || derivedLocation !== null ? 0 : 1)

const originOf = (row: SourceRow | undefined): FactOrigin | undefined =>
  row && { datasetId: row.datasetId, origin: row.origin, license: row.license, confirmedOn: row.confirmedOn }

const originsOf = (known: Record<ProvenField, FactOrigin | undefined>): Provenance['fields'] =>
  Object.fromEntries(Object.entries(known).filter(([, origin]) => origin !== undefined))

/**
 * The email of the place. The row's email is kept if the website shows it, too. Otherwise the website's email replaces
 * it, because it is newer, unless it is of a lower rank: an address at the business's own domain is only replaced by
 * another one there.
 */
function emailOf(
  row: SourceRow | undefined,
  domain: string | null,
  site: SiteShare | null,
): { value: string; origin: FactOrigin | undefined } | null {
  const known = row?.email ?? null
  const shown = site?.email ?? null
  const isKept = known !== null && (site?.shownEmails.has(known) === true || !isAsGood(shown?.value, known, domain))
  return isKept ? { value: known, origin: originOf(row) } : shown
}

const isAsGood = (shown: string | undefined, known: string, domain: string | null): boolean =>
  shown !== undefined && emailRank(shown, domain) >= emailRank(known, domain)

// Merged facts do not have these lines. They are copied from the row with the best one.
const linesOfRows = ['existence', 'freshness', 'category', 'rating']
const SECOND_SOURCE_BONUS = 3

type Scored = Record<'rows' | 'hints', readonly SourceRow[]> & {
  facts: Omit<OverwrittenFacts, 'quality' | 'scoreLines'>
  site: SiteShare | null
}

/** The score of the merged facts. `hints` only count as another source. */
function mergedScore({ rows, facts, hints, site }: Scored): PlaceScoreLine[] {
  const ofRows = rows.map(row => readScoreLines(row.scoreLines))
  const { scoreLines } = scorePlace({
    ...facts,
    city: facts.derivedLocation === null ? facts.city : null,
    confidence: null,
    provider: null,
    hasZip4: false,
    category: null,
    sourceCount: 1,
    asOf: '',
    hasSpecificCategory: true,
    rating: null,
    isEmailOnSite: facts.email !== null && site?.shownEmails.has(facts.email) === true,
    isSiteGone: site?.isGone === true,
  })
  const rated = site?.rating?.value
  const taken = linesOfRows.flatMap(code =>
    code === 'rating' && rated !== undefined
      ? ratingLine(rated.rating, rated.reviewCount, 'on their own website')
      : (bestLine(ofRows, code) ?? []),
  )
  const isConfirmed = new Set([...rows, ...hints].map(row => row.datasetId)).size > 1
  const lines = scoreLines.filter(({ code }) => code !== 'limit' && !linesOfRows.includes(code))
  const closed = readScoreLines(newestOf(rows).scoreLines).filter(({ limit }) => limit === 'temporarily-closed')
  return withLimit([...lines, ...closed, ...taken.map(line => (isConfirmed ? confirmed(line) : line))], facts)
}

const newestOf = (rows: readonly SourceRow[]): SourceRow =>
  rows.reduce((newest, row) => ((row.confirmedOn ?? '') > (newest.confirmedOn ?? '') ? row : newest))

function bestLine(ofRows: readonly (readonly PlaceScoreLine[])[], code: string): PlaceScoreLine | undefined {
  return ofRows
    .flatMap(lines => lines.filter(line => line.code === code))
    .toSorted((a, b) => shareOf(b) - shareOf(a))[0]
}

const shareOf = ({ earned, possible }: PlaceScoreLine): number => (possible === 0 ? 0 : earned / possible)

// Another row's source counts as much as a second source that the row itself names.
function confirmed(line: PlaceScoreLine): PlaceScoreLine {
  const { existence, earned, possible } = line
  if (existence === undefined || existence.sourceCount > 1 || existence.hasSecondSource) return line
  return existenceLine(
    { ...existence, hasSecondSource: true },
    Math.min(possible, earned + SECOND_SOURCE_BONUS),
    possible,
  )
}

const withLimit = (lines: PlaceScoreLine[], { phone, email }: Pick<OverwrittenFacts, 'phone' | 'email'>) => [
  ...lines,
  ...(phone === null && email === null ? [limitLine('no-contact')] : []),
  ...(isDoubtful(lines) ? [limitLine('doubtful')] : []),
]

type Score = Pick<OverwrittenFacts, 'quality' | 'scoreLines'>

/** The score of a place that may be a duplicate of another one. Its lines say so, however low the score is. */
export const limitAsPossibleDuplicate = ({ quality, scoreLines }: Score): Score => ({
  quality: Math.min(quality, scoreLimits['possible-duplicate'].quality),
  scoreLines: writeScoreLines([...readScoreLines(scoreLines), limitLine('possible-duplicate')]),
})
