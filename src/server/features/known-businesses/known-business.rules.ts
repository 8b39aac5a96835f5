import type { KnownField } from '#contract/leads/known-fields.ts'
import type { Gazetteer } from '#geography/index.ts'
import { normalizeAddress } from '#server/catalog/normalize/address.rules.ts'
import { cleanText } from '#server/catalog/normalize/clean-text.ts'
import { pickPhone } from '#server/catalog/normalize/phone.rules.ts'
import { isForeignAddress } from '#server/catalog/normalize/us-area.rules.ts'
import { pickLinks } from '#server/catalog/normalize/website.rules.ts'
import type { DescribedBusiness } from '#server/catalog/recognize/described-business.ts'
import { domainOfEmail, isOwnDomain } from '#server/catalog/suppression/suppression.rules.ts'
import { fieldsOf } from './file-columns.rules.ts'

export type RowCells = Partial<Record<KnownField, string>>

/** `problem` says why the business cannot be looked up. */
export type KnownBusiness = DescribedBusiness & { problem: string | null }

/** Reads a row. If the business cannot be looked up, the result says why. */
export function readBusiness(cells: RowCells, gazetteer: Gazetteer): KnownBusiness {
  const { phone: phoneText = '', website = '', email = '' } = cells
  const name = cleanText(cells.name)
  const phone = pickPhone([phoneText, ...(phoneText.match(NUMBER) ?? [])])
  const domain = pickLinks({ websites: [website.slice(0, LONGEST)], socials: [] }).domain ?? domainOf(email)
  const { street, city, state, zip } = normalizeAddress(
    {
      name,
      street: cells.street ?? null,
      city: cells.city ?? null,
      region: cells.state ?? null,
      postcode: paddedZip(cells.zip ?? ''),
    },
    gazetteer,
  )
  const business = { name, phone, domain: domain?.slice(0, LONGEST) ?? null, street, city, state, zip }
  const isAbroad = isForeignAddress({
    country: cells.country ?? null,
    region: cells.state ?? null,
    postcode: cells.zip ?? null,
  })
  const problem = isAbroad ? 'It is outside the United States' : problemOf(business, cells)
  return { ...business, problem }
}

const LONGEST = 200
/** A number beside other words: "Phone:(303) 440-0001 Mobile:(303) 440-0002". */
const NUMBER = /(?<!\d)1?\D{0,2}\d{3}\D{0,2}\d{3}\D{0,2}\d{4}(?!\d)/g

function domainOf(text: string): string | null {
  const address = text.split(/[;,\s]+/).find(word => word.includes('@'))
  const domain = address === undefined || address.length > LONGEST ? '' : domainOfEmail(address.toLowerCase())
  return isOwnDomain(domain) ? domain : null
}

/** Restores the leading zeros that spreadsheets remove from ZIP codes. */
const paddedZip = (zip: string): string => zip.trim().replace(/^(\d{3,4})(?:\.0+)?$/, digits => digits.padStart(5, '0'))

/** Whether the row repeats the column names, as happens when several files are put into one. */
function isHeader(cells: RowCells): boolean {
  const entries = Object.entries(cells)
  return entries.length > 1 && entries.every(([field, text]) => fieldsOf([text])[0] === field)
}

function problemOf({ name, phone, domain, street, city, zip }: DescribedBusiness, cells: RowCells): string | null {
  if (phone !== null || domain !== null) return null
  if (isHeader(cells)) return 'It repeats the column names'
  if (name !== null && (zip !== null || city !== null)) return null
  if (cells.phone !== undefined) return 'Its phone number is not a valid US number'
  if (cells.website !== undefined) return 'Its website is not one of its own'
  if (name === null) return 'It has no phone number, website, or name'
  return street === null ? 'It has only a name' : 'Its address has no town or ZIP code'
}
