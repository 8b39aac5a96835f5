import { isSpecificCategory, namesKind } from '#words/index.ts'
import type { AddressWay, PageFacts } from './page-facts.ts'
import type { SiteFact } from './site-facts.ts'
import type { SiteOwner } from './site-owner.ts'

/**
 * The main categories of a business that its front page confirms, as facts: by its schema.org type, or by the words of
 * its title or first heading.
 */
export function confirmedKinds(pages: readonly PageFacts[], { categories = [] }: SiteOwner): SiteFact[] {
  const [first, second] = pages
  // A page that only sends browsers on has no words of its own.
  const front = first?.refresh !== null && first?.links.length === 0 ? second : first
  if (front === undefined || front.isDemo || front.isParked) return []
  return categories.filter(isSpecificCategory).flatMap(category => {
    const how = wayOf(front, category)
    return how === null ? [] : { kind: 'kind', value: category, how, pageUrl: front.url, isGeneric: true }
  })
}

function wayOf(page: PageFacts, category: string): AddressWay | null {
  if (page.schema.types.some(type => namesKind(wordsOfType(type), category))) return 'schema'
  return namesKind(page.title, category) || namesKind(page.topHeading, category) ? 'text' : null
}

/** "Roofing Contractor" for "https://schema.org/RoofingContractor". */
const wordsOfType = (type: string): string =>
  type.replace(/^https?:\/\/schema\.org\//, '').replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
