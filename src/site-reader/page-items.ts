import { hoursOf } from './hours-schema.ts'
import { ratingOf, type SchemaFacts } from './schema-org.ts'

const ofRating = /^(?:ratingValue|reviewCount|ratingCount|bestRating)$/
const MAX_RATING = 20
const MAX_VALUE = 300
const MAX_TYPES = 20
/** What is sold or written. Its rating is not that of the business. */
const thing =
  /\/(?:Product\w*|\w+Application|Recipe|Book|Movie|Course|\w*Event|CreativeWork\w*|BlogPosting|\w*Article|Offer|Service|VideoObject)$/i
const noBusiness = /\/(?:Web\w+|AggregateRating|Review|Rating)$/
/** An element with its own item: a product, a business, or the rating of one of them. */
type Scope = { at: number; element: unknown; isThing: boolean; isBusiness: boolean; isReview: boolean }
const MAX_HOURS = 20
/** Its hours are not those of the business. */
const withOtherHours = /\/(?:\w*Event|Product|Offer|Service|Course)$/i
/** A part of the place around it, even if no property says so. */
const ofPlace =
  /\/(?:PostalAddress|GeoCoordinates|ContactPoint|\w*Rating|Review|Person|ImageObject|OpeningHoursSpecification)$/i

/** The open elements, the outermost first. */
type Elements = readonly unknown[]

/** Collects schema.org microdata from the attributes of elements, such as "itemprop". */
export class PageItems {
  readonly #values: Record<string, string> = {}
  #rating: Record<string, string> | null = null
  readonly #types: string[] = []
  readonly #scopes: Scope[] = []
  /** The property whose value is the text that follows. */
  #awaited: string | null = null
  /** The hours of each item that is not a part of another one. */
  readonly #hours: string[][] = [[]]
  /** Whether the hours that follow can be those of the business. */
  #takesHours = true
  #count = 0

  /** Reads the type of an item, which starts at an element within the open ones. */
  readType({ itemtype = '', itemprop }: Readonly<Record<string, string>>, element: unknown, open: Elements): void {
    while ((this.#scopes.at(-1)?.at ?? -1) >= open.length) this.#scopes.pop()
    const outer = this.#scope(open)
    const isRating = itemprop === 'aggregateRating'
    this.#scopes.push({
      at: open.length,
      element,
      isThing: isRating ? outer?.isThing === true : thing.test(itemtype),
      isBusiness: isRating ? outer?.isBusiness === true : !thing.test(itemtype) && !noBusiness.test(itemtype),
      isReview: /\/(?:Review|Rating)$/.test(itemtype),
    })
    if (itemprop !== undefined) return
    if (!ofPlace.test(itemtype)) {
      this.#takesHours = !withOtherHours.test(itemtype)
      if (this.#hours.at(-1)?.length !== 0) this.#hours.push([])
    }
    if (this.#types.length < MAX_TYPES) this.#types.push(itemtype.slice(0, MAX_VALUE))
  }

  /** Reads an element's attributes. True if its text is a fax number. */
  read({ itemprop: item, content, href, datetime }: Readonly<Record<string, string>>, open: Elements): boolean {
    // Most elements have none.
    if (item === undefined) return false
    const value = content ?? href
    this.#awaited = null
    if (item === 'openingHours') {
      const hours = content ?? datetime
      if (hours !== undefined && this.#takesHours && this.#count++ < MAX_HOURS)
        this.#hours.at(-1)?.push(hours.slice(0, MAX_VALUE))
      return false
    }
    if (item === 'aggregateRating' || ofRating.test(item)) this.#readRating(item, value, this.#scope(open))
    else if (value === undefined) return item === 'faxNumber'
    else if (item === 'faxNumber' && content === undefined) return true
    else if (item === 'email' || item === 'telephone' || item === 'faxNumber')
      this.#values[item] ??= value.slice(0, MAX_VALUE)
    return false
  }

  #readRating(item: string, value: string | undefined, scope: Scope | undefined): void {
    if (scope?.isThing === true || scope?.isReview === true) return
    if (item === 'aggregateRating') this.#rating ??= {}
    else if (this.#rating === null) return
    else if (value !== undefined) this.#rating[item] ??= value.slice(0, MAX_RATING)
    else if (scope?.isBusiness === true) this.#awaited = item
  }

  /** The innermost item whose element is still open. */
  #scope(open: Elements): Scope | undefined {
    for (;;) {
      const last = this.#scopes.at(-1)
      if (last === undefined || open[last.at] === last.element) return last
      // The element of the last item has only just started, so it is not among the open ones yet.
      if (last.at === open.length) return this.#scopes.findLast(({ at, element }) => open[at] === element)
      this.#scopes.pop()
    }
  }

  /** Reads the text that visitors see: "Rated <span itemprop="ratingValue">4.8</span>". */
  readText(text: string): void {
    const said = this.#awaited === null ? '' : text.trim()
    if (said === '' || this.#awaited === null || this.#rating === null) return
    this.#rating[this.#awaited] ??= said.slice(0, MAX_RATING)
    this.#awaited = null
  }

  /** Adds the microdata to the facts from JSON-LD. */
  addTo(schema: SchemaFacts): void {
    const { email, telephone, faxNumber } = this.#values
    schema.types.push(...this.#types)
    if (email !== undefined) schema.emails.push(email)
    if (telephone !== undefined) schema.phones.push(telephone)
    if (faxNumber !== undefined) schema.faxes.push(faxNumber)
    // Pages often repeat in microdata what JSON-LD says.
    const hours = this.#hours.map(said => hoursOf({ openingHours: [...new Set(said)] }))
    if (schema.hours.length === 0) schema.hours.push(...hours.filter(said => said !== undefined))
    if (schema.rating === null && this.#rating !== null) schema.rating = ratingOf(this.#rating)
  }
}
