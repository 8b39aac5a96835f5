import type { TextHours } from './hours-text.ts'
import { noPageSigns } from './page-signs.ts'
import type { PagePhone } from './phones-in-text.ts'
import { noSchemaFacts } from './schema-org.ts'

/** How a page gives an address. `cloudflare`, `hidden`: it was decoded. `script`: visitors do not see it at first. */
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
/** The facts of a page before anything was read. */
export const noPageFacts = (url: string) => ({
  url,
  bytes: 0,
  /** The time until the first byte, without redirects; null if no server was asked for the page. */
  answerMs: null as number | null,
  title: '',
  /** The first description in the page, for search engines or for social networks. */
  description: '',
  /** The first heading of the first level; empty if there is none. */
  topHeading: '',
  /** Includes the site name from the page's metadata. */
  headings: [] as string[],
  addresses: [] as PageAddress[],
  phones: [] as PagePhone[],
  links: [] as { url: string; text: string; isCredit?: true }[],
  /** Paths, found in scripts, that may lead to a contact or about page. */
  scriptPaths: [] as string[],
  schema: noSchemaFacts(),
  hours: { weeks: [], areDoubtful: false } as TextHours,
  /** Names of the people or companies that made the site. */
  credits: [] as string[],
  platform: null as string | null,
  signs: noPageSigns(),
  /** The page still has the example content of its theme. */
  isDemo: false,
  /** The page only says that its domain is parked or for sale. */
  isParked: false,
  /** The URL that a meta refresh tag redirects to. */
  refresh: null as string | null,
})
export type PageFacts = ReturnType<typeof noPageFacts>
