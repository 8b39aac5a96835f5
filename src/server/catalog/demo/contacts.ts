import type { Town } from '#geography/index.ts'
import type { Chain } from './chains.ts'
import type { Presence } from './presence.ts'
import { type Random, chance, pick } from './random.ts'

/** Website, email, and profiles of one place, all under .example, which nobody can own (RFC 2606). */
export type Contacts = { website: string | null; domain: string | null; email: string | null; socials: string[] }

const DOMAIN_LENGTH = 30
const openings = ['https://www.', 'https://www.', 'https://', 'https://', 'http://www.', 'http://']
const mailboxes = ['info', 'info', 'info', 'hello', 'office', 'contact', 'team', 'sales', 'service', 'mail']
const freeMail = ['mailbox.example', 'freemail.example', 'postbox.example']
const platforms = ['social.example', 'social.example', 'photos.example']

type Business = { name: string; town: Town; chain: Chain | null; presence: Presence }
export type ContactMaker = (business: Business) => Contacts

/** Makes contacts in one town. No two businesses have the same domain, except places of the same chain. */
export function createContactMaker(random: Random): ContactMaker {
  const taken = new Set<string>()
  return ({ name, town, chain, presence }) => {
    const slug = lettersOf(name.replace(/,? (LLC|Inc\.)$/, '')).slice(0, DOMAIN_LENGTH)
    const domain = presence.website === 'own' ? (chain?.domain ?? freeDomain(slug, town)) : null
    return {
      website: domain ? siteOf(domain, chain, town) : presence.website === 'platform' ? profile(slug) : null,
      domain,
      email: presence.hasEmail ? emailOf(domain, slug) : null,
      socials: Array.from({ length: presence.profiles }, () => profile(slug)).filter(unlessRepeated),
    }
  }

  function siteOf(domain: string, chain: Chain | null, town: Town): string {
    const path = chain ? `/locations/${lettersOf(town.name)}-${town.state.toLowerCase()}` : ''
    return `${pick(random, openings)}${domain}${path}`
  }

  /** With the name of the town, because other towns have businesses of the same name. */
  function freeDomain(slug: string, town: Town): string {
    const place = lettersOf(town.name)
    const inTown = slug.includes(place) ? `${slug}-${town.state.toLowerCase()}` : `${slug}-${place}`
    const free = taken.has(inTown) ? `${inTown}-${taken.size}` : inTown
    taken.add(free)
    return `${free}.example`
  }

  function emailOf(domain: string | null, slug: string): string {
    if (domain === null || chance(random, 0.22)) return `${slug}@${pick(random, freeMail)}`
    return `${pick(random, mailboxes)}@${domain}`
  }

  function profile(slug: string): string {
    return `https://${pick(random, platforms)}/${slug}`
  }
}

const lettersOf = (name: string) =>
  (isAscii.test(name) ? name : name.normalize('NFKD').replaceAll('Đ', 'D')).toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
const isAscii = /^[\x20-\x7e]*$/
const unlessRepeated = (url: string, position: number, all: string[]) => all.indexOf(url) === position
