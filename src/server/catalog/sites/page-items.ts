import { hoursOf } from './schema-hours.rules.ts'
import { ratingOf, type SchemaFacts } from './schema-org.rules.ts'

const ofRating = /^(?:ratingValue|reviewCount|ratingCount|bestRating)$/
const MAX_RATING = 20
const MAX_VALUE = 300
const MAX_TYPES = 20
/** What is sold or written. Its rating is not that of the business. */
const thing =
  /\/(?:Product|SoftwareApplication|MobileApplication|Recipe|Book|Movie|Course|Event|CreativeWork|BlogPosting|Article|Offer|Service|VideoObject|Web\w+)\w*$/i
const MAX_HOURS = 20
/** Its hours are not those of the business. */
const withOtherHours = /\/(?:\w*Event|Product|Offer|Service|Course)$/i
/** A part of the place around it, even if no property says so. */
const ofPlace =
  /\/(?:PostalAddress|GeoCoordinates|ContactPoint|\w*Rating|Review|Person|ImageObject|OpeningHoursSpecification)$/i

/** Collects schema.org microdata from the attributes of elements, such as "itemprop". */
export class PageItems {
  readonly #values: Record<string, string> = {}
  #rating: Record<string, string> | null = null
  readonly #types: string[] = []
  /** The last item that is not a part of another one is a thing, not the business. */
  #isThing = false
  #hasBusiness = false
  /** The property whose value is the text that follows. */
  #awaited: string | null = null
  /** The hours of each item that is not a part of another one. */
  readonly #hours: string[][] = [[]]
  #isOpen = true
  #count = 0

  /** Reads the type of an item that is not a part of another one. */
  readType({ itemtype = '', itemprop }: Readonly<Record<string, string>>): void {
    if (itemprop !== undefined) return
    this.#isThing = thing.test(itemtype)
    this.#hasBusiness = !this.#isThing && !itemtype.endsWith('/AggregateRating')
    if (!ofPlace.test(itemtype)) {
      this.#isOpen = !withOtherHours.test(itemtype)
      if (this.#hours.at(-1)?.length !== 0) this.#hours.push([])
    }
    if (this.#types.length < MAX_TYPES) this.#types.push(itemtype.slice(0, MAX_VALUE))
  }

  /** Reads an element's attributes. True if its text is a fax number. */
  read({ itemprop: item, content, href, datetime }: Readonly<Record<string, string>>): boolean {
    // Most elements have none.
    if (item === undefined) return false
    const value = content ?? href
    this.#awaited = null
    if (item === 'openingHours') {
      const hours = content ?? datetime
      if (hours !== undefined && this.#isOpen && this.#count++ < MAX_HOURS)
        this.#hours.at(-1)?.push(hours.slice(0, MAX_VALUE))
      return false
    }
    if (item === 'aggregateRating') {
      if (!this.#isThing) this.#rating ??= {}
    } else if (value === undefined && this.#hasBusiness && this.#rating !== null && ofRating.test(item))
      this.#awaited = item
    else if (value === undefined) return item === 'faxNumber'
    else if (item === 'faxNumber' && content === undefined) return true
    else if (this.#rating !== null && ofRating.test(item)) this.#rating[item] ??= value.slice(0, MAX_RATING)
    else if (item === 'email' || item === 'telephone' || item === 'faxNumber')
      this.#values[item] ??= value.slice(0, MAX_VALUE)
    return false
  }

  /** Reads the text that visitors see: "Rated <span itemprop="ratingValue">4.8</span>". */
  readText(text: string): void {
    const said = this.#awaited === null ? '' : text.trim()
    if (said === '' || this.#awaited === null || this.#rating === null) return
    this.#rating[this.#awaited] ??= said.replaceAll(/(?<=\d),(?=\d{3})/g, '').slice(0, MAX_RATING)
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
    if (schema.hours.length === 0) schema.hours.push(...hours.filter(said => said.length > 0))
    if (schema.rating === null && this.#rating !== null) schema.rating = ratingOf(this.#rating)
  }
}
