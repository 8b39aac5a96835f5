/**
 * What a business says on its own website. A thread reads the facts on each page, and `decideFacts` decides which of
 * them are the business's own.
 */
export { hostOfAddress } from './address.ts'
export { type PageFacts } from './page-facts.ts'
export { PageTooSlow, PageReader } from './page-reader.ts'
export { MAX_PAGE_BYTES, pageText } from './page-text.ts'
export { hoursOfTag } from './hours-tag.ts'
export { platforms } from './page-kind.ts'
export { PageQueue } from './pages-to-read.ts'
export { readPage } from './read-page.ts'
export { type SiteFactKind, type SiteFact, decideFacts } from './site-facts.ts'
export { type SiteOwner } from './site-owner.ts'
export { confirmedKinds } from './confirmed-kinds.ts'
export { checkSite, type SiteFlag } from './site-check.ts'
