import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'

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
