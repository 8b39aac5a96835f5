import type { Town } from '#geography/index.ts'
import type { Presence } from './presence.ts'
import { type Random, chance, pick } from './random.ts'

/** Website, email, and profiles of one place, all under .example, which nobody can own (RFC 2606). */
export type Contacts = { website: string | null; domain: string | null; email: string | null; socials: string[] }

const DOMAIN_LENGTH = 30
const openings = ['https://www.', 'https://www.', 'https://', 'https://', 'http://www.', 'http://']
const mailboxes = ['info', 'info', 'info', 'hello', 'office', 'contact', 'team', 'sales', 'service', 'mail']
const freeMail = ['mailbox.example', 'freemail.example', 'postbox.example']
const platforms = ['social.example', 'social.example', 'photos.example']

type Business = { name: string; town: Town; presence: Presence }
type ContactMaker = (business: Business) => Contacts

/** Makes contacts in one town. No two businesses of the town have the same domain. */
export function createContactMaker(random: Random): ContactMaker {
  const taken = new Set<string>()
  return ({ name, town, presence }) => {
    const slug = lettersOf(name).slice(0, DOMAIN_LENGTH)
    const domain = presence.website === 'own' ? freeDomain(slug, town) : null
    return {
      website: domain ? pick(random, openings) + domain : presence.website === 'platform' ? profile(slug) : null,
      domain,
      email: presence.hasEmail ? emailOf(domain, slug) : null,
      socials: presence.hasProfile ? [profile(slug)] : [],
    }
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
