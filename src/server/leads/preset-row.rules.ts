import type { ExportPreset, PresetColumn, PresetValue } from '#contract/leads/export-presets.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { registrableDomain } from '#domains/index.ts'
import { stateNames } from '#geography/index.ts'
import { isOwnDomain, phoneDigits } from '#server/catalog/suppression/suppression.rules.ts'
import type { ExportRow } from './export-row.rules.ts'

const values: Record<PresetValue, (lead: Lead) => string | number | null> = {
  name: lead => lead.businessName,
  nameAlone: lead => (lead.phoneNumber === null && lead.email === null ? lead.businessName : null),
  domain: lead => ownDomainOf(lead.website),
  website: lead => lead.website,
  phone: lead => {
    const digits = phoneDigits(lead.phoneNumber)
    return digits === null ? null : `+${digits}`
  },
  nationalPhone: lead => lead.phoneNumber,
  email: lead => lead.email,
  street: lead => lead.address,
  city: lead => lead.city,
  state: lead => lead.state,
  stateName: lead => stateNames[lead.state ?? ''] ?? lead.state,
  zip: lead => lead.zipCode,
  country: () => 'United States',
  address: lead => [lead.address, lead.city, stateAndZip(lead)].filter(Boolean).join(', ') || null,
  spacedAddress: ({ address, city, state, zipCode }) =>
    address === null || city === null || state === null || zipCode === null
      ? null
      : [address, city, state, zipCode, 'USA'].map(part => part.replaceAll(/\s+/g, ' ')).join('  '),
  category: lead => lead.category,
  tag: lead => lead.category?.replaceAll(/\s*,\s*/g, ' / ') ?? null,
  rating: lead => (lead.rating === null ? null : Number(lead.rating)),
  qualityScore: lead => lead.qualityScore,
  credit: creditOf,
  description: lead => [lead.category, reasonsOf(lead), creditOf(lead)].filter(Boolean).join('. '),
}

/** Why to call, and the day of the check, because nobody refreshes what another program has. */
function reasonsOf({ site }: Lead): string {
  const reasons = site?.reasons.join(' ').replace(/\.$/, '') ?? ''
  return reasons === '' ? '' : `${reasons} (website checked on ${site?.checkedAt.slice(0, 10)})`
}

/** Converts a lead to a row of the preset. Null if the lead lacks a value that the preset needs. */
export function presetRow(lead: Lead, preset: ExportPreset): ExportRow | null {
  if (preset.needs === 'email' && lead.email === null) return null
  return preset.columns.map(column => [column.header, fitting(values[column.value](lead), column, preset)])
}

/** Values that are left empty instead of cut off if they are too long, because half an address is useless. */
const uncut = new Set<PresetValue>(['website', 'email', 'domain', 'phone', 'spacedAddress'])

function fitting(
  value: string | number | null,
  { value: kind, maxLength = Infinity }: PresetColumn,
  { replaces = {}, maxBytes = Infinity }: ExportPreset,
): string | number | null {
  if (typeof value !== 'string') return value
  const text = Object.entries(replaces).reduce((changed, [from, to]) => changed.replaceAll(from, to), value)
  if (text.length <= maxLength && Buffer.byteLength(text) <= maxBytes) return text
  return uncut.has(kind) ? null : shortened(text, maxLength, maxBytes)
}

function shortened(text: string, maxLength: number, maxBytes: number): string {
  let kept = text.slice(0, Math.min(maxLength, maxBytes))
  while (Buffer.byteLength(kept) > maxBytes) kept = kept.slice(0, -1)
  return kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}

/** The domain of a website, unless many businesses share it: HubSpot identifies companies by domain. */
function ownDomainOf(website: string | null): string | null {
  const domain = website === null ? null : registrableDomain(website)
  return domain !== null && isOwnDomain(domain) ? domain : null
}

const stateAndZip = ({ state, zipCode }: Lead): string => [state, zipCode].filter(Boolean).join(' ')

/**
 * The text for the credit column. It also says if a newer release no longer lists the lead, because presets have no
 * other column for that, and nobody wants to import such a lead without knowing.
 */
function creditOf({ attribution, sourceLicense, isListed }: Lead): string {
  return `Source: ${attribution.join('; ')} (${sourceLicense})${isListed ? '' : '. No longer listed by its source'}`
}
