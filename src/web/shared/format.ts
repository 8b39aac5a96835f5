const number = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
// The Swedish date format is the same as ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE')
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const formatNumber = (value: number): string => number.format(value)
export const formatDollars = (value: number): string => dollars.format(value)
export const formatCents = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars.format(cents / 100) : dollars.format(cents / 100)
/** "Apr 15, 2026" from "2026-04-15": a date without a time zone. */
export const formatDate = (ofDay: string): string => date.format(new Date(`${ofDay.slice(0, 10)}T00:00:00Z`))
export const DAY_MS = 86_400_000
/** "2026-04-15": the current day in the reader's time zone. */
export const today = (): string => isoDay.format(new Date())
/** "Apr 15, 2026": the day of a timestamp in the reader's time zone. */
export const formatDayOf = (at: string): string => day.format(new Date(at))
/** "Apr 15, 2026, 3:04 PM", in the reader's time zone. */
export const formatTime = (at: string): string => time.format(new Date(at))
/** "Closed" from "closed". */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** "1 lead", "2 leads". */
export const count = (amount: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(amount)} ${amount === 1 ? singular : plural}`
/** "(303) 440-0001" for the digits 13034400001, with or without a plus. A phone of another country keeps its digits. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^\+?/, '+').replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
/** Joins the sentences that apply. */
export const sentences = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' ')
/** "0.4 mi" */
export const formatMiles = (miles: number): string => `${miles.toFixed(1)} mi`
/** At most two decimals, or the first digit of a duration below 0.01, which would otherwise be 0. */
export const formatSeconds = (seconds: number): string =>
  String(seconds > 0 && seconds < 0.01 ? Number(seconds.toPrecision(1)) : Number(seconds.toFixed(2)))
/** `we-buy-homes` becomes "We Buy Homes"; other hyphens become spaces. */
export const formatCriterion = (propertyType: string): string =>
  propertyType === 'we-buy-homes' ? 'We Buy Homes' : propertyType.replaceAll('-', ' ')
