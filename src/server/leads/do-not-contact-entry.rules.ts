import { readEntry, type SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'

/** An entry of a user's own do-not-contact list, as it is stored. */
export type DoNotContactEntry = SuppressionEntry & {
  /** The phone of a phone entry, or of a place that had one, as E.164 digits. */
  phone: number | null
}

export const doNotContactEntryOf = ({ kind, value }: SuppressionEntry): DoNotContactEntry => ({
  kind,
  value,
  phone: kind === 'phone' ? Number(value) : null,
})

/** Splits a text in which users list phones, emails, and domains into words. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\n\r,;\t]+/)
    .map(word => word.trim())
    .filter(word => word !== '')

/** Reads a typed phone, email, or domain. Keys of places are not accepted, because users do not know them. */
export function readContact(word: string): SuppressionEntry | null {
  const entry = readEntry(word)
  return entry?.kind === 'place' ? null : entry
}

const nameOf = ({ kind, value }: SuppressionEntry): string => `${kind}:${value}`
export const distinctEntries = <Entry extends SuppressionEntry>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map(entry => [nameOf(entry), entry])).values(),
]
export function entriesWithout<Entry extends SuppressionEntry>(
  entries: readonly Entry[],
  others: readonly SuppressionEntry[],
): Entry[] {
  const names = new Set(others.map(nameOf))
  return entries.filter(entry => !names.has(nameOf(entry)))
}
