import { getDomainWithoutSuffix, parse } from 'tldts'
import { isFreemail, isPlaceholderDomain } from '#domains/index.ts'

const LOCAL = /^[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?$/
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z][a-z0-9-]{1,23}$/
/** Endings that are nearly always file extensions. */
const FILE = /\.(?:zip|mov|png|jpe?g|gif|svg|webp)$/
/** "guide@latest.md" is a file, but its ending can also be a domain's, as in "office@zlota.pl". */
const versionFile = /^(?:latest|next|main|master|dev|beta|v?\d[\w.-]*)\.(?:app|ai|md|pl|ps|py|rs|sh)$/
const fileLocal = /^(?:logo|image|img|icon|photo|banner|hero|header|background|bg|sprite|favicon|untitled)\b/
/** Image scales such as "logo@2x", and package versions such as "swiper@8.4". */
const SCALE = /^\d{1,3}x?[.-]/
/** Programs that report errors use such keys: "0a1b…@sentry.example.com". */
const KEY = /^[a-f0-9]{16,}$/

const placeholders =
  /^(?:x{2,}|your|you|name|user|username|yourmail|youremail|yourname|your\.?name|your\.?email|myemail|someone|somebody|example|sample|test|tester|demo|placeholder|filler|johndoe|janedoe|j\.?doe|john\.?doe|jane\.?doe|firstname|lastname|first\.last|abc123|aaa|foo|bar|lorem|ipsum|max\.?mustermann|beispiel|ejemplo|exemple|esempio|voorbeeld|exemplo|test-?email|tu-?correo|votre-?(?:e-?)?mail|deine-?mail|smaple|(?:other|sample)-?e-?mail)$/
/** Names that are real at the site's own domain, but examples in a form at any other domain. */
const exampleNames = /^(?:john|jane|john\.?smith|jane\.?smith|e-?mail|address|abc|xyz)$/
/** A theme's placeholder that was never replaced: "care@yourclinic.co". */
const BUSINESS =
  'agency|app|bakery|brand|business|cafe|church|clinic|company|dentist|domain|e-?mail|firm|gym|hospital|host|hotel|name|office|practice'
const MORE_BUSINESS = 'org|organization|restaurant|salon|school|server|shop|site|store|studio|team|web-?site'
const yourDomain = new RegExp(`^your-?(?:${BUSINESS}|${MORE_BUSINESS})(?:name|here)?$`)
/** Neighboring keys that someone typed to fill in a field. */
const randomKeys = /asdf|^qwert[yz]?\./
const noReader =
  /^(?:no-?reply|do-?not-?reply|donotreply|noreply.*|mailer-?daemon|postmaster|bounces?|abuse|hostmaster|spam|unsubscribe)$/

const generic = new Set(
  `info contact hello hi office mail email sales service services support admin team help inquiries inquiry enquiries
  enquiry booking bookings reservations reservation appointments appointment schedule scheduling frontdesk reception
  billing accounts orders order shop store events catering estimates estimate quotes quote customerservice
  customercare general questions studio salon clinic dental leasing dispatch jobs careers hr marketing media press
  contactus staff manager ask welcome feedback webmaster privacy`.split(/\s+/),
)

/** A word that people remove, but programs do not: "info@nospam.host.com". */
const spamTrap = /[._-]?(?:no-?spam|(?:remove|delete)-?(?:this|me))[._-]?/

/** Invisible characters inside words. */
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

const beyondAscii = /[\u0080-\uffff]/

/** Replaces full-width characters with plain ones, and removes invisible characters. */
export const plainText = (text: string): string =>
  beyondAscii.test(text) ? text.normalize('NFKC').replaceAll(invisible, '') : text

/** A phone number directly before an address, without a space between them. */
const gluedNumber = /^(?:1[.-])?\d{3}[.-]\d{3}[.-]\d{4}(?=[a-z]{3})/

/** The address in lower case if it can belong to a business. Null for file names, placeholders, and program keys. */
export function businessAddress(local: string, host: string): string | null {
  const name = local
    .toLowerCase()
    .replace(spamTrap, '')
    .replace(gluedNumber, '')
    .replace(/^[.'_-]+/, '')
    .replace(/[.'-]+$/, '')
  const at = host
    .toLowerCase()
    .replace(spamTrap, '')
    .replace(/[.-]+$/, '')
  if (!LOCAL.test(name) || !HOST.test(at) || name.includes('..') || FILE.test(at) || versionFile.test(at)) return null
  if (SCALE.test(at) || KEY.test(name) || (fileLocal.test(name) && /^\d/.test(at))) return null
  const { domain, isIcann, isIp, hostname } = parse(at)
  if (domain === null || isIcann !== true || isIp === true || hostname === null) return null
  if (isPlaceholderDomain(domain) || yourDomain.test(domain.slice(0, domain.indexOf('.')))) return null
  if (placeholders.test(name) || noReader.test(name) || randomKeys.test(domain)) return null
  // A placeholder such as "mail@mail.com".
  if (generic.has(name) && domain.startsWith(`${name}.`)) return null
  return `${name}@${at}`
}

export const hostOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
export const localOfAddress = (address: string): string => address.slice(0, address.lastIndexOf('@'))

/** True if the text is the name in the address's domain: "pixelcraft" for hi@pixelcraft.io. */
export const isDomainName = (text: string, address: string): boolean =>
  text.length >= 4 && text === getDomainWithoutSuffix(hostOfAddress(address))?.replaceAll('-', '')

/** True for a role address such as info@, rather than a person's address. */
export const isGenericAddress = (address: string): boolean =>
  generic.has(localOfAddress(address).replaceAll(/[^a-z]/g, ''))

/** True for a name such as "john" that is real only at the site's own domain. */
export const isDoubtful = (address: string): boolean => exampleNames.test(localOfAddress(address))

export type TextAddress = { address: string; index: number }

const BEFORE = 66
const AFTER = 140
const MAX_FOUND = 300
/** Marks the edge of an inline element in the text. */
export const EDGE = '\u0001'
const edges = new RegExp(EDGE, 'g')
const blankEnd = new RegExp(`[ ${EDGE}]{1,2}$`)
const blankStart = new RegExp(`^[ ${EDGE}]{1,2}`)
const lineStart = new RegExp(`^[ ${EDGE}\\n]{1,6}`)
const bracketedDot = /\s?[[({<]\s?(?:dot|\.)\s?[\])}>]\s?/gi
const lastPart = /[A-Za-z0-9._%+'-]{1,64}$/
const firstPart = /^[A-Za-z0-9.-]{1,130}/
const letter = /[\p{L}\p{N}]/u
const label = /^(?:e-?mail|mail|contact|us|write|to|at|address|info|questions|inquiries|[A-Z]\w*)$/

/** Finds addresses in text by looking at the characters around each "@", and finds spelled-out addresses. */
export function addressesIn(text: string): TextAddress[] {
  const found: TextAddress[] = []
  let looks = 0
  for (let at = text.indexOf('@'); at !== -1 && looks < MAX_FOUND; at = text.indexOf('@', at + 1), looks++) {
    const address = addressAround(text.slice(Math.max(0, at - BEFORE), at), text.slice(at + 1, at + 1 + AFTER))
    if (address !== null) found.push({ address, index: at })
  }
  found.push(...spelledAddresses(text))
  return found
}

function addressAround(before: string, after: string): string | null {
  if (startOfLine.test(before)) return addressOfTwoLines(before, after)
  const head = before.replace(blankEnd, '')
  // In a narrow column, a line may end after the "@".
  const tail = after.replace(/\S$/.test(before) ? lineStart : blankStart, '').replaceAll(bracketedDot, '.')
  const local = localBefore(head)
  // "info @ host.com" is an address, but "visit us @ host.com" is not.
  if (local === null || ((/\s$/.test(before) || after.startsWith(' ')) && !isGenericAddress(`${local}@`.toLowerCase())))
    return null
  return hostAfter(local, tail)
}

const BLANKS = `[ ${EDGE}]{0,4}`
/** A line break. If an element ends the line, the next line may be indented in the source. */
const BREAK = `\\n(?:\\n {1,40})?${BLANKS}$`
const startOfLine = new RegExp(BREAK)
/** The only word on the line above, perhaps after a label. */
const lineAbove = new RegExp(`(?:^|[\\n:])${BLANKS}([A-Za-z0-9][A-Za-z0-9._+-]{2,63})${BLANKS}${BREAK}`)
const restOfLine = new RegExp(`^([A-Za-z0-9.-]{4,130}?)\\.?${BLANKS}(?:\\n|$)`)
const mailbox = /^(?:info|office|mail|hello|sales|admin|bookings?|reservations|service)$/
const network =
  /^(?:instagram|insta|ig|facebook|twitter|tik-?tok|threads|youtube|pinterest|linkedin|snapchat|follow|social)$/i

/**
 * Joins an address with a line break in front of its "@": "flatironsplumbing<br>@gmail.com". Other lines that start
 * with an "@" are names at a network, so it has to be a free mailbox, or a name such as "info" or "ana.diaz".
 */
function addressOfTwoLines(before: string, after: string): string | null {
  const local = lineAbove.exec(before)?.[1]
  const host = restOfLine.exec(after)?.[1]?.toLowerCase()
  if (local === undefined || host === undefined || network.test(local)) return null
  const { domain } = parse(host)
  const isMailbox = domain !== null && isFreemail(domain) ? mailbox.test(local) || !label.test(local) : isPerson(local)
  return isMailbox || mailbox.test(local) ? businessAddress(local, host) : null
}
/** "ana.diaz", but not a domain such as "flatirons.com". */
const isPerson = (local: string): boolean => /^[a-z]+[._][a-z]+$/.test(local) && parse(local).isIcann !== true

/** True for a phone number in its own element directly before an address: "412.531.5322", "office@host.com". */
const isNumberBefore = (rest: string, own: string): boolean => /\d{4}$/.test(rest) && /^[a-z]{3}/i.test(own)

function localBefore(head: string): string | null {
  const cut = head.lastIndexOf(EDGE)
  const [own = ''] = lastPart.exec(cut === -1 ? head : head.slice(cut + 1)) ?? []
  const joined = head.replaceAll(edges, '')
  const [whole = ''] = lastPart.exec(joined) ?? []
  const isCut = cut !== -1 && own.length === head.length - cut - 1 && own.length < whole.length
  const rest = isCut ? whole.slice(0, -own.length || undefined) : ''
  if (isCut && own !== '' && (label.test(rest.replace(/[.:-]+$/, '')) || isNumberBefore(rest, own))) return own
  const local = whole
  const before = joined.at(-local.length - 1) ?? ''
  // If a letter of another alphabet comes first, such as the Cyrillic "і" in "іnfo", it is a different address.
  return local === '' || letter.test(before) ? null : local
}

function hostAfter(local: string, tail: string): string | null {
  const cut = tail.indexOf(EDGE)
  const joined = tail.replaceAll(edges, '')
  for (const text of cut > 0 ? [tail.slice(0, cut), joined] : [joined]) {
    const [host = ''] = firstPart.exec(text) ?? []
    if (letter.test(text.at(host.length) ?? '')) continue
    const address = businessAddress(local, host) ?? businessAddress(local, withoutGlue(host))
    if (address !== null) return address
  }
  const [, name, ending] = hostOfTwoLines.exec(joined) ?? []
  return name === undefined ? null : businessAddress(local, `${name}.${ending}`)
}
/** "info@flatirons<br>.com", "info@flatirons.<br>com". */
const hostOfTwoLines =
  /^([A-Za-z0-9-]{2,63})(?:\.? {0,2}\n {0,4}\.|\. {0,2}\n {0,4})(com|net|org|biz|us|ca|info)(?= {0,4}(?:\n|$))/

/** Removes a word that follows the host without a space: "host.comPhone" becomes "host.com". */
const withoutGlue = (host: string): string => host.replace(/^([A-Za-z0-9.-]*\.[a-z]{2,6})(?:[A-Z.\d-].*)$/, '$1')

/** Matches the word first and then looks at the character before it, which is faster on long texts. */
const spelledAt = /(?:[aA][tT](?<=[\s[({<_-]..)|[@Ⓐ](?<=[\s[({<_-].))[\s\])}>_-]/g
const spelledLocal = /([a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9])?)\s{0,2}$/i
const bracketedAt = /^[[({<]\s?(?:at|@)\s?[\])}>]/i
const dotWord = /\s?[[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\s(?:dot|DOT)\s/g
const spelledHost = /^\s{0,2}([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,24})(?![\p{L}\p{N}@.-]*@)/iu

const labeled = /\be-?mail(?: us)?\s?:\s{0,2}$/i

/** Lowercase "at" and "dot" can be ordinary words, so the host then needs a common ending. */
const isSpelledHost = (host: string, at: string): boolean =>
  at.includes('AT') || /^[^.]{3,}\.(?:com|net|org|biz|info|us|co)$/i.test(host)

/** Finds "info [at] host.com" and "info AT host DOT com". Without brackets or a label, it needs both words. */
function spelledAddresses(text: string): TextAddress[] {
  const found: TextAddress[] = []
  let looks = 0
  for (const match of text.matchAll(spelledAt)) {
    if (looks++ === MAX_FOUND) break
    const start = match.index - 1
    const isBracketed = bracketedAt.test(text.slice(start, start + 8))
    const before = text.slice(Math.max(0, start - BEFORE), start).replaceAll(edges, '')
    const rest = text
      .slice(match.index + match[0].length, match.index + AFTER)
      .replaceAll(edges, '')
      .replace(/^[\])}>]/, '')
    const spelled = rest.slice(0, 100).replaceAll(dotWord, '.')
    const local = spelledLocal.exec(before)?.[1]
    const host = spelledHost.exec(spelled)?.[1]
    if (local === undefined || host === undefined) continue
    const hasDotWord = !rest.toLowerCase().startsWith(host.toLowerCase(), rest.length - rest.trimStart().length)
    const isLabeled = labeled.test(before.slice(0, -local.length))
    if (!isBracketed && !isLabeled && (!hasDotWord || !isSpelledHost(host, match[0]))) continue
    const address = businessAddress(local, host)
    if (address !== null) found.push({ address, index: start })
  }
  return found
}
