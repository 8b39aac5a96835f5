import { EDGE } from './address.ts'
import type { Attributes } from './page-elements.ts'
import { short, type TextPieces } from './page-text.ts'

const MAX_BUTTONS = 40
const BEFORE_FORM = 120
/** Longer forms ask for anything. */
const MAX_FORM = 500

/** What the forms of a page say about what visitors can do there. The values before it is read. */
export const noFormSigns = () => ({
  forms: 0,
  /** A form on an encrypted page that sends what it asks to an address without encryption. */
  openForm: null as string | null,
  /** A form in which visitors write a message. */
  messageForm: null as string | null,
  /** Forms that are only a button to another address. */
  buttons: [] as { url: string; text: string }[],
  /** A form that asks only for an email address, or that is for a newsletter. */
  emailForm: null as string | null,
  /** A field for a day or a time that is not about birth. */
  dateField: null as string | null,
  /** Such a field in a form about a booking. A form with a field for a message only asks for an answer. */
  bookingForm: null as string | null,
})

/**
 * `before`: the text right before it. `from`: where its own text starts. `day`: a field for a day or a time.
 * `isIgnored`: it is for signing in, for a search, or a known newsletter.
 */
type Form = { action: string; before: string; from: number; day: string | null; isIgnored: boolean } & Record<
  'messages' | 'emails' | 'others',
  number
>
const ofDay =
  /(?:^|[^a-z])(?:date|time|day|check-?(?:in|out)|arrival)(?:picker)?(?![a-z])|[a-z](?:Date|Time|Day)(?![a-z])/
const ofBirth = /birth|dob/i
const ofBooking = /\b(?:book(?:ings?)?|appointments?|reserv(?:e|ations?)|schedul(?:e|ing)|availability)\b/i
const ofNews = /newsletter|subscri|\be?-?mail(?:ing)? list/i

/** Collects the signs of forms while their elements open and close one after another. */
export class FormReader {
  readonly #signs: ReturnType<typeof noFormSigns>
  readonly #text: TextPieces
  #form: Form | null = null

  /** `text`: what visitors have read so far. */
  constructor(signs: ReturnType<typeof noFormSigns>, text: TextPieces) {
    this.#signs = signs
    this.#text = text
  }

  open(action: string, { isSecure, isNewsletter }: { isSecure: boolean; isNewsletter: boolean }): void {
    this.close()
    this.#signs.forms++
    this.#form = {
      action,
      before: this.#text.last(BEFORE_FORM),
      from: this.#text.mark,
      day: null,
      // Forms of newsletters often ask for names, too.
      isIgnored: isNewsletter || /log-?in|password|forgot|search|\/account(?:\/|$)/i.test(action),
      messages: 0,
      emails: 0,
      others: 0,
    }
    if (isSecure && /^\s*http:/i.test(action)) this.#signs.openForm ??= short(action)
  }

  readInput({ type = 'text', name = '', id = '', placeholder = '' }: Attributes): void {
    const isDay = /^(?:date|time|datetime-local)$/i.test(type) && !ofBirth.test(`${name} ${id}`)
    if (isDay) this.#signs.dateField ??= `<input type="${type}">`
    if (this.#form === null) return
    if (/^(?:hidden|submit|button|image|checkbox)$/i.test(type)) return
    if (type === 'password' || type === 'search') this.#form.isIgnored = true
    else if (type === 'email' || /e-?mail|^mail$/i.test(name)) this.#form.emails++
    else this.readField({ name, id, placeholder: isDay ? 'date' : placeholder })
  }

  readField({ name = '', id = '', placeholder = '' }: Attributes): void {
    if (this.#form === null) return
    this.#form.others++
    const names = `${name} ${id} ${placeholder.toLowerCase()}`
    if (ofDay.test(names) && !ofBirth.test(names)) this.#form.day ??= `A field for “${name || id || placeholder}”`
  }

  readTextArea(): void {
    if (this.#form !== null) this.#form.messages++
    else this.#signs.messageForm ??= '<textarea>'
  }

  close(): void {
    const form = this.#form
    this.#form = null
    if (form === null || form.isIgnored) return
    const { action, before, from, day, messages, emails, others } = form
    const shown = `<form action="${action.slice(0, 100)}">`
    const text = this.#text.since(from).slice(0, MAX_FORM)
    const words = `${before} ${text}`.replaceAll(EDGE, '')
    if (messages + emails + others === 0 && /^https?:/i.test(action) && this.#signs.buttons.length < MAX_BUTTONS)
      this.#signs.buttons.push({ url: action.slice(0, 1000), text: short(text.replaceAll(EDGE, '')).slice(0, 100) })
    if (day !== null && messages === 0 && ofBooking.test(words)) this.#signs.bookingForm ??= day
    if (messages > 0) this.#signs.messageForm ??= shown
    else if (emails === 1 && (others <= 1 || (others < 5 && ofNews.test(words)))) this.#signs.emailForm ??= shown
    // A form for a quote often has no field for a message.
    else if (others + emails > 2) this.#signs.messageForm ??= shown
  }
}
