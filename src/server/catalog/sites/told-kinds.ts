import { isSpecificCategory } from '#server/catalog/place/category.rules.ts'
import {
  headingTellsKind,
  type Known,
  sentenceTellsKind,
  titleTellsKind,
  typeTellsKind,
} from '#server/catalog/understand/told-kind.ts'
import type { AddressWay, PageFacts } from './page-facts.ts'
import type { SiteFact } from './site-facts.rules.ts'
import type { SiteOwner } from './site-owner.ts'

/**
 * Those of the main categories of a business that its front page confirms, as facts: by its type in schema.org, or in the
 * words of its title, its description, or its first heading.
 */
export function toldKinds(pages: readonly PageFacts[], owner: SiteOwner): SiteFact[] {
  const [first, second] = pages
  // A page that only sends browsers on has no words of its own.
  const front = first?.refresh !== null && first?.links.length === 0 ? second : first
  const { categories = [], names, towns = [] } = owner
  if (front === undefined || front.isDemo || front.isParked) return []
  return categories.filter(isSpecificCategory).flatMap(category => {
    const how = wayOf(front, category, { names, towns })
    return how === null ? [] : { kind: 'kind', value: category, how, pageUrl: front.url, isGeneric: true }
  })
}

function wayOf(page: PageFacts, category: string, known: Known): AddressWay | null {
  if (page.schema.types.some(type => typeTellsKind(type, category))) return 'schema'
  const isTold =
    titleTellsKind(page.title, category, known) ||
    sentenceTellsKind(page.description, category, known) ||
    headingTellsKind(page.topHeading, category, known)
  return isTold ? 'text' : null
}
