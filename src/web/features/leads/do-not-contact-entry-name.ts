import type { DoNotContactEntry } from '#contract/leads/do-not-contact.ts'

export const doNotContactEntryKinds: Record<DoNotContactEntry['kind'], string> = {
  phone: 'Phone',
  email: 'Email',
  domain: 'Domain',
  place: 'Business',
}

/** The display name of an entry in the user's own do-not-contact list: "(303) 440-0001". */
export function doNotContactEntryName({ kind, value, businessName }: DoNotContactEntry): string {
  const [, area, exchange, line] = (kind === 'phone' && /^1(\d{3})(\d{3})(\d{4})$/.exec(value)) || []
  if (area !== undefined) return `(${area}) ${exchange ?? ''}-${line ?? ''}`
  return kind === 'phone' ? `+${value}` : (businessName ?? value)
}
