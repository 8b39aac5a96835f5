import type { OwnEntry } from '#contract/leads/own-suppression.ts'

export const ownEntryKinds: Record<OwnEntry['kind'], string> = {
  phone: 'Phone',
  email: 'Email',
  domain: 'Domain',
  place: 'Business',
}

/** How an entry of the user's own do-not-contact list is shown: "(303) 440-0001". */
export function ownEntryName({ kind, value, businessName }: OwnEntry): string {
  const [, area, exchange, line] = (kind === 'phone' && /^1(\d{3})(\d{3})(\d{4})$/.exec(value)) || []
  if (area !== undefined) return `(${area}) ${exchange ?? ''}-${line ?? ''}`
  return kind === 'phone' ? `+${value}` : (businessName ?? value)
}
