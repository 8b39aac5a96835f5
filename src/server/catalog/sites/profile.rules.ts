import { getDomainWithoutSuffix } from 'tldts'
import { isSocialDomain } from '#server/catalog/place/platforms.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import type { PageFacts } from './read-page.ts'
import { isNamedIn, type SiteOwner, squeezed } from './site-owner.ts'
import { unescaped } from './url-text.ts'

const MAX = 8
/** Pages of a network that are nobody's profile: to share something, single posts, and its rules. */
const noProfile =
  /\/(?:sharer?|share-?article|intent|invites|pin\/create|dialog|plugins|tr|submit|home\?status|hashtag|search|login|polic(?:y|ies)(?:\.php)?|privacy(?:-policy)?|legal|terms|help|explore|embed|watch|shorts|reel|p|status(?:es)?|events?|photos?|videos?|posts?|story\.php|permalink\.php|l\.php|media|marketplace|groups\/?$)(?:[/.?]|$)|[?&](?:url|u|text|status|mini)=/i
/** Of networks, of what websites are made with, and examples. */
const others =
  /^\/(?:@|company\/|user\/)?(?:(?:wix|squarespace|godaddy|weebly|wordpress|shopify|webflow)-?com|wix|wixstudio|squarespace|godaddy|weebly|wordpress|wordpressdotcom|shopify|webflow|elementor|joomla|drupal|mobirise|jimdo|duda|hostinger|ionos|websitex5|incomedia|facebook|instagram|twitter|x|youtube|google|envato|themeforest|templatemonster|templaza(?:vn)?|tycreated|elegantthemes|themeum|htmlcodex|themewagon|bootstrapmade|colorlib|username|profile|company|in|user|channel|pages|bootstrap|getbootstrap|fontawesome|(?:your-?(?:account|brand|business|channel|clinic|company|handle|name|page|profile|restaurant|shop|site|store|username)|example)\w*)?\/?$/i
/** How the addresses of profiles look. Anything else on these networks is a list, a video, a picture, or a person. */
const oneName = /^\/(?!(?:accounts|home|i|pin|stories|reels?)(?:\/|$))@?[^/]+$/i
const shapes = new Map([
  ['instagram.com', oneName],
  ['twitter.com', oneName],
  ['x.com', oneName],
  ['threads.net', oneName],
  ['threads.com', oneName],
  ['tiktok.com', /^\/@[^/]+$/],
  ['pinterest.com', /^\/(?!pin\/|ideas\/)[^/]+(?:\/[^/]+)?$/i],
  ['linkedin.com', /^\/(?:company|company-beta|school|showcase)\/[^/]+$/i],
  [
    'youtube.com',
    /^\/(?:@[^/]+|(?:channel|c|user)\/[^/]+|(?!(?:playlist|results|feed|premium|redirect|live|t)(?:\/|$))[^/]+)(?:\/(?:featured|about|playlists))?$/i,
  ],
])
/** What the network's app gives to share a profile. With another letter in front of the key, it is a post or a group. */
const sharedProfile = /^\/share\/[A-Za-z0-9]{8,}\/?$/
/** Of a person, not of the business. */
const person = /^\/in\//i
/** Hosts where a network writes about itself, such as "about.pinterest.com". */
const aboutNetwork = /^(?:about|ads?|api|blog|business|developers?|help|legal|policies|policy|privacy|support)\./
/** "youtube.com/channel/UC…": without the whole key, it leads nowhere. */
const brokenChannel = /^\/channel\/(?!UC[\w-]{22}$)/
const noNetworks = new Set(['wa.me', 'whatsapp.com', 't.me', 'medium.com', 'reddit.com', 'youtu.be', 'vimeo.com'])

type Profile = {
  url: string
  pageUrl: string
  isSure: boolean
  /** The link to it says the name of a person. */
  isOfPerson: boolean
}

/** If the front page has so many profiles, a page with none of them shows those of others: of a team, or of a theme. */
const MIN_FRONT = 2

/** The profiles of a business on networks, each with the page that links to it first. */
export function profiles(pages: readonly PageFacts[], owner: SiteOwner): Profile[] {
  const found = new Map<string, Profile>()
  const front = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const stated = [...page.schema.profiles, ...ofOwnName(page, owner)]
    const credited = new Set(page.links.flatMap(({ url, isCredit }) => (isCredit === true ? url : [])))
    const linked = [...stated.map(url => ({ url, text: '' })), ...page.links]
    const shown = linked.flatMap(({ url: link, text }) => {
      const url = profileOf(link, owner)
      if (url === null) return []
      const isSure = stated.includes(link) || isNamedIn(handleOf(url), owner)
      const isOfPerson = personName.test(text) && !isNamedIn(text, owner)
      return isSure || !credited.has(link) ? { url, isSure, isOfPerson } : []
    })
    if (index === 0) for (const { url } of shown) front.add(keyOf(url))
    const isOfOthers = front.size >= MIN_FRONT && !shown.some(({ url }) => front.has(keyOf(url)))
    for (const { url, isSure, isOfPerson } of shown) {
      const key = keyOf(url)
      if (isOfOthers && !isSure) continue
      const known = found.get(key)
      if (known === undefined) found.set(key, { url, pageUrl: page.url, isSure, isOfPerson })
      else Object.assign(known, { isSure: known.isSure || isSure, isOfPerson: known.isOfPerson && isOfPerson })
    }
  }
  const credits = pages.flatMap(page => page.credits.map(squeezed)).filter(name => name.length >= MIN_NAME)
  const likely = [...found.values()].filter(one => one.isSure || !isOfMaker(handleOf(one.url), credits))
  return withoutStrangers(withoutAgencies(likely, owner)).slice(0, MAX)
}

const MIN_NAME = 5
/** "Ana M. Lopez", not "Find us on Facebook". */
const personName =
  /^(?!.*\b(?:Facebook|Instagram|Twitter|LinkedIn|YouTube|Follow|Find|Like|Visit|Page|Us|Our|We|The|Social|Read)\b)\p{Lu}[\p{L}.'’-]{0,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){1,3}$/u
/** A person with the name of the business is the business, wherever the page about that person is. */
const ofOwnName = ({ schema }: PageFacts, { names }: SiteOwner): string[] => {
  const own = new Set(names.map(squeezed).filter(name => name.length >= MIN_NAME))
  return schema.namedProfiles.flatMap(({ name, profiles: all }) => (own.has(squeezed(name)) ? all : []))
}

/** "facebook.com/foomediaboulder", if the site says that Foo Media made it. */
function isOfMaker(handle: string, credits: readonly string[]): boolean {
  const name = squeezed(handle.slice(handle.lastIndexOf('/') + 1))
  return credits.some(credit => name.includes(credit) || (name.length >= MIN_NAME && credit.includes(name)))
}

const agency = /web-?(?:design|dev|site|studio|works)|digital|(?<![a-z])seo(?![a-z])|agency|marketing|hosting/i
/** Beside a profile that names the business, whatever its network, one that names an agency is of whoever made the site. */
function withoutAgencies(all: readonly Profile[], { domain, names }: SiteOwner): readonly Profile[] {
  if (!all.some(({ isSure }) => isSure) || [domain, ...names].some(name => agency.test(name))) return all
  return all.filter(({ url, isSure }) => isSure || !agency.test(handleOf(url)))
}

/**
 * Beside a profile that names the business, another one with a name of its own is a partner's, or the designer's, and so is one that
 * its link calls by the name of a person. A
 * key that the app of Facebook gave counts only where the profile has no other address.
 */
function withoutStrangers(all: readonly Profile[]): readonly Profile[] {
  const sure = new Set(all.filter(({ isSure }) => isSure).map(({ url }) => networkOf(url)))
  const hasAddress = all.some(({ url }) => networkOf(url) === 'facebook.com' && !isSharedUrl(url))
  return all.filter(({ url, isSure, isOfPerson }) =>
    isSharedUrl(url) ? !hasAddress : isSure || !sure.has(networkOf(url)) || (handleOf(url) === '' && !isOfPerson),
  )
}

const isSharedUrl = (url: string): boolean => sharedProfile.test(new URL(url).pathname)
const networkOf = (url: string): string => (registrableDomain(url) ?? '').replace(/^x\.com$/, 'twitter.com')

/** What a profile is called. Empty if its address is only a key. */
const handleOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return search !== '' || /^\/(?:(?:share|channel|profile\.php)\b|\d{6,}$)/.test(pathname) ? '' : pathname
}

/** Facebook has several addresses for a profile, all with its number: "profile.php?id=1", "p/Name-1", "people/Name/1". */
const keyOf = (url: string): string =>
  /facebook\.com\/.*?(\d{10,20})$/.exec(url)?.[1] ??
  url.toLowerCase().replace('://www.', '://').replace('://twitter.com/', '://x.com/')

/** "/FlatironsPlumbing/reviews" is a part of the profile. */
const withoutSection = (path: string): string =>
  path
    .replace(/^\/pg(?=\/[^/]+)/i, '')
    .replace(
      /^((?:\/(?:company|school|showcase|pages\/category\/[^/]+|c|user|channel))?\/[^/]+)\/(?:about|reviews|photos|videos|posts|timeline|menu|services|shop|community|featured|people|jobs)$/i,
      '$1',
    )

/** Facebook's page to share something, here a profile of its own: "sharer.php?u=https://www.facebook.com/FlatironsPlumbing". */
const toShare =
  /^https?:\/\/(?:www\.|m\.)?facebook\.com\/sharer?(?:\/sharer)?(?:\.php)?\?(?:.{0,200}&)?u=(https?(?:%3A|:)[^&]{5,300})/i
function ofShare(link: string): string {
  const shared = unescaped(toShare.exec(link)?.[1] ?? '')
  return registrableDomain(shared) === 'facebook.com' ? shared : link
}

/** "/in/flatirons-plumbing-0845a31" at flatironsplumbing.com: a business that opened the profile of a person. */
function isOwnPerson(path: string, { domain }: SiteOwner): boolean {
  const handle = path.slice('/in/'.length).replace(/-(?=[a-z]*\d)[\da-z]{6,}$/i, '')
  const site = squeezed(getDomainWithoutSuffix(domain) ?? '')
  return site.length > MIN_NAME && squeezed(handle) === site
}

/** The address of a profile without tracking. */
function profileOf(text: string, owner: SiteOwner): string | null {
  // "twitter.com/#!/name" is how the network once wrote "twitter.com/name".
  const url = URL.parse(ofShare(text).replace(/^(https?:\/\/(?:www\.)?twitter\.com\/)#!\//i, '$1'))
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const domain = registrableDomain(url.hostname) ?? ''
  if (!isSocialDomain(domain) || noNetworks.has(domain)) return null
  const path = withoutSection(url.pathname.replace(/\/+$/, ''))
  const id = path === '/profile.php' ? url.searchParams.get('id') : null
  if (path === '/profile.php' && !/^\d{5,20}$/.test(id ?? '')) return null
  // "facebook.com/p/Flatirons-Plumbing-61556517250891" is a profile, "instagram.com/p/DAx1" a post.
  const named = domain === 'facebook.com' ? path.replace(/^\/p\/(?=[^/]+-\d{8,}$)/, '/') : path
  const isShared = domain === 'facebook.com' && sharedProfile.test(path)
  if (path === '' || (!isShared && noProfile.test(`${named}${url.search}`))) return null
  if (others.test(path)) return null
  if (person.test(path) ? !isOwnPerson(path, owner) : shapes.get(domain)?.test(path) === false) return null
  if (domain === 'youtube.com' && brokenChannel.test(path)) return null
  const host = url.hostname.replace(/^(?:m|web|mobile|business|[a-z]{2}-[a-z]{2})\./, 'www.')
  // "twitter.com/https://twitter.com/name"
  if (aboutNetwork.test(host) || path.includes(':')) return null
  return `https://${host}${path}${id === null ? '' : `?id=${id}`}`.slice(0, 300)
}
