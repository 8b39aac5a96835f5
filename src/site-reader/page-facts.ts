import type { TextHours } from './hours-text.ts'
import { noPageSigns, type PageSigns } from './page-signs.ts'
import type { PagePhone } from './phones-in-text.ts'
import { noSchemaFacts, type SchemaFacts } from './schema-org.ts'

/** How a page gives an address. `cloudflare` and `hidden` ones were decoded. `script` ones are written in the code. */
export type AddressWay = 'mailto' | 'text' | 'schema' | 'cloudflare' | 'hidden' | 'script'
export type PageAddress = {
  address: string
  how: AddressWay
  /** It follows words such as "website by". */
  isCredit: boolean
  /** It is the recipient of a form, not an address that visitors see. */
  isOfForm?: true
  /** The addresses directly next to it in the text. */
  beside?: readonly string[]
}
export type PageFacts = {
  url: string
  bytes: number
  /** Until the first byte, without redirects; null if the page was not asked for. */
  answerMs: number | null
  title: string
  /** For previews of the page, and for the results of a search. */
  description: string
  /** The first heading of the first level; empty if there is none. */
  topHeading: string
  /** Includes the site name from the page's metadata. */
  headings: string[]
  addresses: PageAddress[]
  phones: PagePhone[]
  links: { url: string; text: string; isCredit?: true }[]
  /** Paths, found in scripts, that may lead to a contact or about page. */
  scriptPaths: string[]
  schema: SchemaFacts
  hours: TextHours
  /** Names of the people or companies that made the site. */
  credits: string[]
  platform: string | null
  signs: PageSigns
  /** The page still has the example content of its theme. */
  isDemo: boolean
  /** The page only says that its domain is parked or for sale. */
  isParked: boolean
  /** The URL that a meta refresh tag redirects to. */
  refresh: string | null
}

/** The facts of a page before anything was read. */
export const noPageFacts = (url: string): PageFacts => ({
  url,
  bytes: 0,
  answerMs: null,
  title: '',
  description: '',
  topHeading: '',
  headings: [],
  addresses: [],
  phones: [],
  links: [],
  scriptPaths: [],
  schema: noSchemaFacts(),
  hours: { weeks: [], areDoubtful: false },
  credits: [],
  platform: null,
  signs: noPageSigns(),
  isDemo: false,
  isParked: false,
  refresh: null,
})
