import type { PageFacts } from './page-facts.ts'

/** `unknown`: the pages that were read do not show it, for example because they show nothing without scripts. */
type Verdict = 'yes' | 'no' | 'unknown'
/** What a flag was decided from: a short quote; empty if something is missing. */
export type Answer = { verdict: Verdict; evidence: string; pageUrl: string }
/** `website`: where the visit started. `year`: of the visit. */
export type CheckedVisit = { website: string; year: number }
export type Decide = (home: PageFacts, pages: readonly PageFacts[], visit: CheckedVisit) => Answer

/** Emails and phone numbers are removed from quotes, because a contact may be on the do-not-contact list. */
const contacts = /[\w.+%-]{1,64}@[\w.-]{1,100}|(?<![\w-])(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/g
export const answer = (page: PageFacts, verdict: Verdict, evidence = ''): Answer => ({
  verdict,
  evidence: evidence.replaceAll(/\s+/g, ' ').replaceAll(contacts, '…').trim().slice(0, 200),
  pageUrl: page.url,
})
/** The answer that something is missing; unknown if the page shows nothing without scripts. */
export const missing = (page: PageFacts, evidence = ''): Answer =>
  answer(page, page.signs.isShell ? 'unknown' : 'no', evidence)
/** The answer from the first page that shows something. */
export function shownOn(
  pages: readonly PageFacts[],
  verdict: Verdict,
  shown: (page: PageFacts) => string | null | undefined,
): Answer | undefined {
  for (const page of pages) {
    const quote = shown(page)
    if (quote !== null && quote !== undefined) return answer(page, verdict, quote)
  }
  return undefined
}
export const anyShell = (pages: readonly PageFacts[]): boolean => pages.some(({ signs }) => signs.isShell)
