import { EDGE } from './address.ts'
import { isCreditOfProfile } from './credits.ts'

const network =
  /^\s*(?:www\.|m\.)?(?:facebook|instagram|twitter|x|linkedin|youtube|tiktok|pinterest)\.com\/[^\s"'<>]{1,200}$/i
const address = /^\s*([\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4})\s*$/i

/** An email address after "http://". Browsers take the part before the "@" for a username. */
const asUser = /^\s*https?:\/\/([\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4})\/?\s*$/i
const misspelled = /^\s*(?:m(?:ai|a|ia|i)lto|e?-?mail):(?:\/\/)?/i

/** A web mail link with the recipient filled in. */
export const webMailLink =
  /^https:\/\/(?:mail\.google|outlook\.(?:live|office))\.com\/[^#]{0,200}[?&]to=([^&#]{3,200})/i

/** The end of a link that was pasted from a mail: "https://x.com/flatirons <https://x.com/flatirons>". */
const pasted = / <https?:[^>]{0,1000}>?\s*$/

/** Repairs a link: people forget the "https://" of a profile, and the "mailto:" of an address. */
export const repairedLink = (href: string): string => {
  const mail = address.exec(href)?.[1] ?? asUser.exec(href)?.[1]
  if (mail !== undefined) return `mailto:${mail}`
  // Most links are absolute, or relative to the page.
  if (/^(?:https?:|[/#.])/.test(href)) return href.includes(' <') ? href.replace(pasted, '') : href
  if (network.test(href)) return `https://${href.trim()}`
  return href.replace(misspelled, 'mailto:')
}

const pluginUrl =
  /^(?:https?:)?\/\/(?:www\.|m\.)?facebook\.com\/(?:[^?]{0,40}\/)?(?:page|like|likebox|like_box)\.php\?/i
const pluginClass = /\bfb-(?:page|like|like-box)\b/

/** The profile that a Facebook plugin shows on the page. */
export function profileOfPlugin(name: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (name === 'iframe' && pluginUrl.test(attributes.src ?? ''))
    return URL.parse(attributes.src ?? '', 'https://www.facebook.com')
      ?.searchParams.get('href')
      ?.slice(0, 500)
  // "<fb:like-box href=…>" is the older form of the plugin.
  if (name.startsWith('fb:')) return attributes.href?.slice(0, 500)
  return name === 'div' && attributes['data-href'] !== undefined && pluginClass.test(attributes.class ?? '')
    ? attributes['data-href']?.slice(0, 500)
    : undefined
}

const MIN_CREDIT = 'made by'.length
const MAX_CREDIT = 160

/** True if a credit such as "Designed by" comes before it on the same line. */
export function isBehindCredit(before: string): boolean {
  const line = before
    .slice(before.lastIndexOf('\n') + 1)
    .slice(-MAX_CREDIT)
    .replaceAll(EDGE, ' ')
  return line.length >= MIN_CREDIT && isCreditOfProfile(line)
}
