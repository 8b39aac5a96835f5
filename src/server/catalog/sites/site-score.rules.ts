import type { SiteCheck, SiteFlag, SiteScoreLine } from '#contract/leads/site-check.ts'
import {
  type SiteFlagName,
  type SiteGrade,
  siteGrades,
  type SiteLine,
  siteLineNames,
  siteLines,
} from '#contract/leads/site-lines.ts'
import { sum, wholes } from '#server/platform/basics/sums.ts'

const MAX_REASONS = 3
/** The share of all weights that has to be known for a grade. */
const NEEDED = 2 / 3
/** `{}` is the quote. */
const reasons: Partial<Record<SiteFlagName, string>> = {
  works: 'The site does not work: {}.',
  viewport: 'The site has no layout for phones.',
  fastAnswer: 'The site takes two seconds or more to answer.',
  https: 'The site opens without encryption.',
  safeForms: 'A form of the site sends its contents without encryption.',
  title: 'The front page has no title of its own.',
  description: 'The front page has no description for search engines.',
  oneHeading: 'The front page does not have exactly one main heading.',
  businessData: 'The site has no business data for search engines.',
  indexable: 'The front page asks search engines to leave it out.',
  freshYear: 'The copyright notice is old: “{}”.',
  noEndedSoftware: 'The site uses software that has ended: {}.',
  contactForm: 'The site has no contact form and no link to call.',
  booking: 'Customers cannot book, order, or pay on the site.',
  analytics: 'The site does not measure its visits.',
  lang: 'The site does not say its language, which screen readers need.',
  imageTexts: 'Many images of the site have no text for people who cannot see them.',
}

export type SiteScore = Pick<SiteCheck, 'score' | 'grade' | 'lines' | 'reasons'>
type Decided = { line: SiteLine; verdict: SiteFlag['verdict']; by: SiteFlag | undefined }

/** Lines that are unknown are left out, and the others share the 100 points by their weights. Null if none is known. */
export function scoreSite(flags: readonly SiteFlag[]): SiteScore | null {
  const decided = siteLineNames.map(line => decide(line, flags))
  const known = decided.filter(({ verdict }) => verdict !== 'unknown')
  if (known.length === 0) return null
  const shares = sharesOf(known.map(({ line }) => line))
  const lines = decided.map(({ line, verdict }): SiteScoreLine => {
    const of = shares.get(line) ?? 0
    return { line, verdict, points: verdict === 'yes' ? of : 0, of }
  })
  const score = sum(lines.map(({ points }) => points))
  const isEnough = weightOf(known) >= weightOf(decided) * NEEDED || known.some(isBroken)
  return { score, grade: isEnough ? gradeOf(score) : null, lines, reasons: reasonsOf(decided) }
}

const weightOf = (lines: readonly Decided[]): number => sum(lines.map(({ line }) => siteLines[line].weight))
const isBroken = ({ line, verdict }: Decided): boolean => line === 'works' && verdict === 'no'

function decide(line: SiteLine, flags: readonly SiteFlag[]): Decided {
  const own = siteLines[line].flags.flatMap(name => flags.find(({ flag }) => flag === name) ?? [])
  const [first] = own
  const strongest = siteLines[line].needs === 'any' ? 'yes' : 'no'
  const by = own.find(({ verdict }) => verdict === strongest)
  if (by !== undefined) return { line, verdict: by.verdict, by }
  const isOpen = strongest === 'yes' && own.some(({ verdict }) => verdict === 'unknown')
  return { line, verdict: isOpen ? 'unknown' : (first?.verdict ?? 'unknown'), by: first }
}

/** Whole points that add up to 100, as close to the weights as possible. */
function sharesOf(lines: readonly SiteLine[]): Map<SiteLine, number> {
  const total = sum(lines.map(line => siteLines[line].weight))
  const points = wholes(lines.map(line => (siteLines[line].weight / total) * 100))
  return new Map(lines.map((line, index) => [line, points[index] ?? 0]))
}

const gradeOf = (score: number): SiteGrade =>
  (Object.keys(siteGrades) as SiteGrade[]).find(grade => score >= siteGrades[grade]) ?? 'F'

const reasonsOf = (decided: readonly Decided[]): string[] =>
  decided
    .filter(({ verdict }) => verdict === 'no')
    .toSorted((a, b) => siteLines[b.line].weight - siteLines[a.line].weight)
    .flatMap(({ by }) => (by === undefined ? [] : (reasons[by.flag]?.replace('{}', () => by.evidence) ?? [])))
    .slice(0, MAX_REASONS)
