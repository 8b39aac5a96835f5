import { addressesIn, businessAddress, plainText } from './address.ts'
import { unescaped } from './page-text.ts'

/** A base64 text, which sites use to hide addresses from programs that collect them. */
const BASE64 = /^[A-Za-z0-9+/_-]{10,200}={0,2}$/
const MAX = 40

const wholeAddress = (text: string): string | null => {
  const [local, host, ...rest] =
    plainText(text)
      .trim()
      .replace(/^mailto:/i, '')
      .split('?', 1)[0]
      ?.split('@') ?? []
  return local === undefined || host === undefined || rest.length > 0 ? null : businessAddress(local, host)
}

/** Decodes Cloudflare's email protection. The first byte is the key for all others. */
export function fromCloudflare(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2}){6,260}$/i.test(hex)) return null
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex')
  return wholeAddress(Buffer.from(bytes.map(byte => byte ^ key)).toString('utf8'))
}

export const reversed = (text: string): string => text.split('').toReversed().join('')

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1')

const hosts = 'data-domain data-website data-host data-site data-email-domain data-d data-second'.split(' ')
const users = 'data-user data-name data-local data-mailbox data-account data-email-user data-u data-first'.split(' ')
const endings = ['data-tld', 'data-third', 'data-ext', 'data-t']

function hasData(attributes: Readonly<Record<string, string>>): boolean {
  for (const name in attributes) if (name.startsWith('data-')) return true
  return false
}

function firstOf(names: readonly string[], attributes: Readonly<Record<string, string>>): string | undefined {
  for (const name of names) if (attributes[name] !== undefined) return attributes[name]
  return undefined
}

/** Finds addresses in an element's attributes that a script of the page would put together. */
export function fromAttributes(element: string, attributes: Readonly<Record<string, string>>): string[] {
  // A page has thousands of elements, and most have no such attributes.
  if (element !== 'joomla-hidden-mail' && !hasData(attributes)) return []
  const found: (string | null)[] = []
  const cloudflare = attributes['data-cfemail']
  if (cloudflare !== undefined) found.push(fromCloudflare(cloudflare))
  if (element === 'joomla-hidden-mail') {
    const { first = '', last = '' } = attributes
    found.push(businessAddress(fromBase64(first), fromBase64(last)))
  }
  const user = firstOf(users, attributes)
  const host = user === undefined ? undefined : firstOf(hosts, attributes)
  if (user !== undefined && host !== undefined) {
    const ending = firstOf(endings, attributes)
    const full = ending === undefined ? host : `${host}.${ending.replace(/^\./, '')}`
    found.push(businessAddress(user, full) ?? businessAddress(reversed(user), reversed(full)))
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('data-') || value.length > 300 || name === 'data-cfemail') continue
    if (value.includes('@')) {
      const isEmail = /mail|contact|addr|href/.test(name)
      const straight = wholeAddress(value)
      if (straight === null) found.push(wholeAddress(reversed(value)))
      else if (isEmail) found.push(straight)
    } else if (BASE64.test(value)) found.push(wholeAddress(fromBase64(value)))
  }
  return found.filter(address => address !== null)
}

const codes = /fromCharCode\(\s*((?:\d{1,3}\s*,\s*){5,200}\d{1,3})\s*\)/g
const lists = /\[\s*((?:\d{2,3}\s*,\s*){7,120}\d{2,3})\s*\]/g
const encoded = /(?:atob|decode64|base64_decode)\(\s*["']([A-Za-z0-9+/=]{8,300})["']/g
const escaped = /(?:unescape|decodeURIComponent)\(\s*["']((?:%[0-9a-fA-F]{2}|[\w.@:+-]){8,900})["']/g
const reversedText = /["']([^"'\n]{6,120})["']\s{0,3}\.split\(\s{0,2}["']["']\s{0,2}\)\s{0,3}\.reverse/g
const joinedLiterals = /(["'])\s{0,10}\+\s{0,10}(["'])/g
const cloaked =
  /\b(addy\w{0,40})\s{0,3}=\s{0,3}(?:\1\s{0,3}\+\s{0,3})?((?:["'][^"'\n]{0,120}["']\s{0,3}\+?\s{0,3}){1,12})/g

/** A WordPress plugin writes an alphabet, and then the position of each letter in it. */
const byPosition =
  /\bml\s{0,3}=\s{0,3}"((?:[^"\\\n]|\\.){4,200})"\s{0,3},\s{0,3}mi\s{0,3}=\s{0,3}"((?:[^"\\\n]|\\.){6,2000})"/g

const ofPositions = (alphabet: string, positions: string): string => {
  const letters = alphabet.replaceAll(/\\(.)/g, '$1')
  return positions
    .replaceAll(/\\(.)/g, '$1')
    .split('')
    .map(position => letters[position.charCodeAt(0) - 48] ?? '')
    .join('')
}

const ofCodes = (value: string): string => String.fromCharCode(...value.split(',').map(Number))

/** A plain or encoded "@". Most scripts have neither. */
const mayHaveAt = /@|&#|\\[xu]|%40|\uff20/

/** Finds addresses that a script would put together, without running it. `isPlain` marks those in plain text. */
export function fromScript(script: string): { address: string; isPlain: boolean }[] {
  const texts: string[] = []
  const add = (text: string) => {
    if (texts.length < MAX) texts.push(text)
  }
  // Few scripts need these patterns, and a search for a word is much cheaper than a pattern.
  const each = (words: readonly string[], pattern: RegExp, read: (value: string, other: string) => string) => {
    if (words.some(word => script.includes(word)))
      for (const [, value = '', other = ''] of script.matchAll(pattern)) add(read(value, other))
  }
  each(['fromCharCode'], codes, ofCodes)
  each(['['], lists, ofCodes)
  each(['atob(', 'decode64(', 'base64_decode('], encoded, fromBase64)
  each(['unescape(', 'decodeURIComponent('], escaped, unescaped)
  each(['.reverse'], reversedText, reversed)
  for (const text of ofParts(script)) add(text)
  each(['mi'], byPosition, ofPositions)
  const parts = new Map<string, string>()
  for (const [, name = '', literals = ''] of script.includes('addy') ? script.matchAll(cloaked) : [])
    parts.set(
      name,
      (parts.get(name) ?? '') + [...literals.matchAll(/["']([^"']*)["']/g)].map(([, text = '']) => text).join(''),
    )
  for (const text of parts.values()) add(text)
  const plain = mayHaveAt.test(script) ? addressesIn(plainText(decoded(script))) : []
  if (script.includes('+') && /@|&#64;|&#x40;|\\x40|%40/.test(script)) {
    const joined = script.replaceAll(joinedLiterals, (all, open: string, close: string) => (open === close ? '' : all))
    const known = new Set(plain.map(({ address }) => address))
    if (joined.length < script.length)
      for (const { address } of addressesIn(plainText(decoded(joined)))) if (!known.has(address)) add(address)
  }
  const hidden = texts.flatMap(text => addressesIn(plainText(decoded(text))))
  return [
    ...hidden.map(({ address }) => ({ address, isPlain: false })),
    ...plain.map(({ address }) => ({ address, isPlain: true })),
  ]
}

const assigned = /([A-Za-z_$][\w$]{0,30})\s{0,3}[=:]\s{0,3}["'`]([^"'`\n\\]{1,80})["'`]/g
const term = /[\w$.]{1,60}|["'][^"'\n]{1,80}["']/g
const termBefore = /(?:[\w$.]{1,60}|["'][^"'\n]{1,80}["'])(?=\s{0,3}\+\s{0,3}$)/
const termsAfter = /^\s{0,3}\+\s{0,3}((?:(?:[\w$.]{1,60}|["'][^"'\n]{1,80}["'])\s{0,3}\+?\s{0,3}){1,6})/
const filledBefore = /\$\{\s?([\w$.]{1,60})\s?$/
const filledAfter = /^(?:\$\{\s?[\w$.]{1,60}\s?\}|[\w.-]{1,60}){1,5}/
const listBefore = /\[\s{0,3}["']([^"'\n]{1,80})["']\s{0,3},\s{0,3}["']([^"'\n]{1,120})["']\s{0,3}\]\.join\(\s{0,3}$/
const MAX_PARTS = 300
const AROUND = 300

/** Finds expressions such as "user + '@' + host", and fills in the values that the script assigns to the names. */
function ofParts(script: string): string[] {
  const found: string[] = []
  let parts: Map<string, string> | null = null
  const valueOf = (name: string): string =>
    /^["']/.test(name)
      ? name.slice(1, -1)
      : ((parts ??= partsOf(script)).get(name.slice(name.lastIndexOf('.') + 1)) ?? '\n')
  let looks = 0
  for (let at = script.indexOf('@'); at !== -1 && looks++ < MAX; at = script.indexOf('@', at + 1)) {
    const before = script.slice(Math.max(0, at - AROUND), at)
    const after = script.slice(at + 1, at + AROUND)
    if (/["']$/.test(before) && /^["']/.test(after)) {
      const list = listBefore.exec(before.slice(0, -1))
      if (list !== null) found.push(`${list[1]}@${list[2]}`)
      const name = termBefore.exec(before.slice(0, -1))?.[0]
      const host = termsAfter.exec(after.slice(1))?.[1]
      if (name !== undefined && host !== undefined)
        found.push(`${valueOf(name)}@${(host.match(term) ?? []).map(valueOf).join('')}`)
    } else if (before.endsWith('}')) {
      const name = filledBefore.exec(before.slice(0, -1))?.[1]
      const host = filledAfter.exec(after)?.[0]
      if (name !== undefined && host !== undefined)
        found.push(`${valueOf(name)}@${host.replaceAll(/\$\{\s?([\w$.]+)\s?\}/g, (_, part: string) => valueOf(part))}`)
    }
  }
  return found
}

function partsOf(script: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const [, name = '', value = ''] of script.matchAll(assigned)) {
    if (parts.size >= MAX_PARTS) break
    if (!parts.has(name)) parts.set(name, value)
  }
  return parts
}

/** Decodes the entities and escapes that addresses are written with. */
const decoded = (text: string): string =>
  (/&#|\\x|\\u00/i.test(text) ? withoutEscapes(text) : text).replaceAll('%40', '@').replaceAll(/[<>]/g, ' ')

const withoutEscapes = (text: string): string =>
  text
    .replaceAll(/&#(\d{2,3});?/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([0-9a-f]{2});?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\x([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi, (_, a?: string, b?: string) =>
      String.fromCharCode(Number.parseInt(a ?? b ?? '', 16)),
    )
