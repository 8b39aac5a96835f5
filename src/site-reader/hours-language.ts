/**
 * How a language writes opening hours. All texts are patterns that ignore case; a longer word comes before a shorter one
 * that it starts with. Languages that share many words are one entry.
 */
export type Language = {
  /** Letters that others do not have. Pages with few of them are not read in it: a menu of languages has some too. */
  letters?: RegExp
  /** Words about hours that only this language has. With one of them, a page needs no more than one such letter. */
  announced?: RegExp
  /** Words about hours, for languages without such letters. It runs on most pages, so it is fast rather than exact. */
  sign?: RegExp
  /** Matches a language in which "6" may mean 6 p.m., because people often use 12 hours without "am" and "pm". */
  countsToTwelve?: RegExp
  /** Full names of the days from Monday on, separated by " / ". */
  days: string
  /** Short names. They count only next to punctuation, a time, or a day, because most of them are ordinary words too. */
  short: string
  /** Words for "opening hours", as a heading or in front of the hours. */
  hours: string
  open: string
  closed: string
  daily: string
  weekdays: string
  weekends: string
  always: string
  byAppointment: string
  holidays: string
  lunch: string
  /** Seasons, and words for hours that are valid for some time only. */
  seasons: string
  months: string
  /** What has hours of its own, such as a kitchen or an emergency service. */
  others: string
  /** In front of days and times: "from", "at", "on". */
  from: string
  to: string
  and: string
  /** Directly behind a time, such as "o'clock". */
  oClock: string
  /** Replacements that only this language needs: `first` before its names of days are translated, `last` afterwards. */
  first?: readonly Replacement[]
  last?: readonly Replacement[]
}
type Replacement = readonly [RegExp, string]
