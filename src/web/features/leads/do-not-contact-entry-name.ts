import type { DoNotContactEntry } from '#contract/leads/do-not-contact.ts'
import { formatPhone } from '../../shared/format.ts'

export const doNotContactEntryKinds: Record<DoNotContactEntry['kind'], string> = {
  phone: 'Phone',
  email: 'Email',
  domain: 'Domain',
  place: 'Business',
}

type Entry = Pick<DoNotContactEntry, 'kind' | 'value'> & Partial<DoNotContactEntry>

/** How an entry of a do-not-contact list is shown: "(303) 440-0001". */
export const doNotContactEntryName = ({ kind, value, businessName }: Entry): string =>
  kind === 'phone' ? formatPhone(value) : (businessName ?? value)
