import { getDomainWithoutSuffix } from 'tldts'
import { unescaped } from './page-text.ts'

export type SiteOwner = {
  /** The site's registrable domain. */
  domain: string
  /** Names under which the catalog lists the business. */
  names: readonly string[]
  towns?: readonly string[]
  /** The main categories that sources give to its places. */
  categories?: readonly string[]
}

/** In lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The words of a text, without accents. */
export const plainWordsOf = (text: string): string[] => plain(text).split(/[^a-z0-9]+/)

/** Only letters and digits in lower case, without accents, "the", and legal forms. */
export const squeezed = (text: string): string =>
  plain(text)
    .replaceAll('&', ' and ')
    .replaceAll(/\b(?:the|inc|llc|co|corp|ltd)\b|[^a-z0-9]/g, '')

/** A name squeezed, with "and" and without it: "adlerandsons" and "adlersons" for "Adler & Sons". */
export const spellingsOf = (name: string): string[] => [name, name.replaceAll(/&|\band\b/gi, ' ')].map(squeezed)

/** The name in the domain and the catalog's names, squeezed. */
export const namesOf = ({ domain, names }: SiteOwner): string[] =>
  [getDomainWithoutSuffix(domain) ?? '', ...names].flatMap(spellingsOf)

/** True for an address that names the business, such as "flatironsplumbing@gmail.com". */
export function isNamed(address: string, owner: SiteOwner): boolean {
  const local = squeezed(address.slice(0, address.indexOf('@')))
  return (
    local.length >= 6 && namesOf(owner).some(name => name.includes(local) || (name.length >= 6 && local.includes(name)))
  )
}

const MIN_NAME = 6
/** True if a text contains a full name of the business. */
export const hasNameIn = (text: string, { names }: SiteOwner): boolean =>
  names.map(squeezed).some(name => name.length >= MIN_NAME && squeezed(text).includes(name))

/** Words that are in the names of many businesses. */
const common = new Set(
  'center centre clinic company group home house local office online services shop store studio team the'.split(' '),
)
const tellingWordsOf = (text: string): string[] =>
  plainWordsOf(text).filter(word => word.length >= 4 && !common.has(word))

/**
 * True if a handle such as "flatirons.boulder" contains the site's domain name, or a word of the business's name, or is
 * a part of the domain name. Words in `ignored` count only if the name has no others.
 */
export function isNamedIn(handle: string, owner: SiteOwner, ignored: ReadonlySet<string> = new Set()): boolean {
  const text = squeezed(unescaped(handle))
  const domain = squeezed(getDomainWithoutSuffix(owner.domain) ?? '')
  if (text.length >= 4 && domain.length >= 4 && (text.includes(domain) || domain.includes(text))) return true
  return owner.names.some(name => {
    const words = tellingWordsOf(name)
    const telling = words.filter(word => !ignored.has(word))
    return (telling.length > 0 ? telling : words).some(word => text.includes(word))
  })
}
