import { readEntry, type SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'

/** An entry of a user's own do-not-contact list, as it is stored. */
export type OwnEntry = SuppressionEntry & {
  /** Of a phone, and of a place that had one. E.164 digits. */
  phone: number | null
}

export const ownEntryOf = ({ kind, value }: SuppressionEntry): OwnEntry => ({
  kind,
  value,
  phone: kind === 'phone' ? Number(value) : null,
})

/** The words of a text in which people list phones, emails, and domains. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\n\r,;\t]+/)
    .map(word => word.trim())
    .filter(word => word !== '')

/** The phone, email, or domain that a user has written. Users do not know the keys of places. */
export function readContact(word: string): SuppressionEntry | null {
  const entry = readEntry(word)
  return entry?.kind === 'place' ? null : entry
}

const nameOf = ({ kind, value }: SuppressionEntry): string => `${kind}:${value}`
/** Each entry once. */
export const distinctEntries = <Entry extends SuppressionEntry>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map(entry => [nameOf(entry), entry])).values(),
]
/** The entries that are not among the others. */
export function entriesWithout<Entry extends SuppressionEntry>(
  entries: readonly Entry[],
  others: readonly SuppressionEntry[],
): Entry[] {
  const names = new Set(others.map(nameOf))
  return entries.filter(entry => !names.has(nameOf(entry)))
}
