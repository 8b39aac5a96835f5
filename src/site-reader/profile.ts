import { getDomainWithoutSuffix } from 'tldts'
import { isSocialDomain, registrableDomain } from '#domains/index.ts'
import type { PageFacts } from './page-facts.ts'
import { unescaped } from './page-text.ts'
import { isNamedIn, type SiteOwner, spellingsOf, squeezed } from './site-owner.ts'

const MAX = 8
/** Pages of a network that are not profiles: share links, single posts, and the network's own rules. */
const NO_PROFILE = [
  String.raw`sharer?|share-?article|intent|invites|pin\/create|dialog|plugins|tr|submit|home\?status|hashtag`,
  String.raw`search|login|polic(?:y|ies)(?:\.php)?|privacy(?:-policy)?|legal|terms|help|explore|embed|watch|shorts`,
  String.raw`reel|p|status(?:es)?|events?|photos?|videos?|posts?|story\.php|permalink\.php|l\.php|media`,
  String.raw`marketplace|groups`,
].join('|')
const noProfile = new RegExp(String.raw`\/(?:${NO_PROFILE})(?:[/.?]|$)|[?&](?:url|u|text|status|mini)=`, 'i')
/** Handles of the networks themselves, of website builders and themes, and placeholder names. */
const OTHERS = [
  String.raw`(?:wix|squarespace|godaddy|weebly|wordpress|shopify|webflow)-?com|wix|wixstudio|squarespace|godaddy`,
  String.raw`weebly|wordpress|wordpressdotcom|shopify|webflow|elementor|joomla|drupal|mobirise|jimdo|duda`,
  String.raw`hostinger|ionos|websitex5|incomedia|facebook|instagram|twitter|x|youtube|google|envato|themeforest`,
  String.raw`templatemonster|templaza(?:vn)?|tycreated|elegantthemes|themeum|kriesi|htmlcodex|themewagon`,
  String.raw`bootstrapmade|colorlib|username|profile|company|in|user|channel|pages|bootstrap|getbootstrap`,
  String.raw`fontawesome`,
  String.raw`(?:your-?(?:account|brand|business|channel|clinic|company|handle|name|page|profile|restaurant|shop|site|store|username)|example)\w*`,
].join('|')
const others = new RegExp(String.raw`^\/(?:@|company\/|user\/)?(?:${OTHERS})?\/?$`, 'i')
/** What a profile's path looks like on each network. Other paths are lists, videos, pictures, or personal accounts. */
const oneName = /^\/(?!(?:accounts|home|i|pin|stories|reels?)(?:\/|$))@?[^/]+$/i
const shapes = new Map([
  ['instagram.com', oneName],
  ['twitter.com', oneName],
  ['x.com', oneName],
  ['threads.net', oneName],
  ['threads.com', oneName],
  ['yelp.com', /^\/biz\/[^/]+$/],
  ['yelp.ca', /^\/biz\/[^/]+$/],
  ['tiktok.com', /^\/@[^/]+$/],
  ['pinterest.com', /^\/(?!pin\/|ideas\/)[^/]+(?:\/[^/]+)?$/i],
  ['linkedin.com', /^\/(?:company|companies|company-beta|school|showcase)\/[^/]+$/i],
  [
    'youtube.com',
    /^\/(?:@[^/]+|(?:channel|c|user)\/[^/]+|(?!(?:playlist|results|feed|premium|redirect|live|t|subscription_center)(?:\/|$))[^/]+)(?:\/(?:featured|about|playlists))?$/i,
  ],
])
/** The link that Facebook's app creates to share a profile. "/share/p/…" is a post, and "/share/g/…" is a group. */
const sharedProfile = /^\/share\/[A-Za-z0-9]{8,}\/?$/
/** A personal LinkedIn account, not a company page. */
const person = /^\/in\//i
/** Hosts of a network's pages about itself, such as "about.pinterest.com". */
const aboutNetwork = /^(?:about|ads?|api|blog|business|developers?|help|legal|policies|policy|privacy|support)\./
/** A "youtube.com/channel/UC…" link works only with the complete channel ID. */
const brokenChannel = /^\/channel\/(?!UC[\w-]{22}$)/
/** Social domains where a link is a chat, a video, or a post, and not the profile of a business. */
const noNetworks = new Set(['wa.me', 'whatsapp.com', 't.me', 'medium.com', 'reddit.com', 'youtu.be', 'vimeo.com'])

type Profile = {
  url: string
  pageUrl: string
  isSure: boolean
  /** The text of every link to it is a person's name. */
  isOfPerson: boolean
}

/** If the front page has at least this many profiles, a page with none of them shows a team's or a theme's profiles. */
const MIN_FRONT = 2

/** The business's profiles on social networks, each with the first page that links to it. */
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
      if (isOfOthers && !isSure) continue
      const known = found.getOrInsertComputed(keyOf(url), () => ({ url, pageUrl: page.url, isSure, isOfPerson }))
      known.isSure ||= isSure
      known.isOfPerson &&= isOfPerson
    }
  }
  const credits = pages.flatMap(page => page.credits.flatMap(spellingsOf)).filter(name => name.length >= MIN_NAME)
  const linked = [...found.values()].some(({ isSure }) => isSure) ? linkedNames(pages, owner) : new Set()
  const likely = [...found.values()].filter(
    one => one.isSure || !(isOfMaker(handleOf(one.url), credits) || linked.has(squeezed(handleOf(one.url)))),
  )
  return withoutStrangers(withoutAgencies(likely, owner)).slice(0, MAX)
}

const MIN_NAME = 5
/** Matches "Ana M. Lopez" but not "Find us on Facebook". */
const personName =
  /^(?!.*\b(?:Facebook|Instagram|Twitter|LinkedIn|YouTube|Follow|Find|Like|Visit|Page|Us|Our|We|The|Social|Read)\b)\p{Lu}[\p{L}.'’-]{0,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){1,3}$/u
/** Profiles that the page's data gives to someone else still count if their owner has the name of the business. */
const ofOwnName = ({ schema }: PageFacts, { names }: SiteOwner): string[] => {
  const own = new Set(names.map(squeezed).filter(name => name.length >= MIN_NAME))
  return schema.namedProfiles.flatMap(({ name, profiles: all }) => (own.has(squeezed(name)) ? all : []))
}

/** True for "facebook.com/foomediaboulder" if the site says that Foo Media made it. */
function isOfMaker(handle: string, credits: readonly string[]): boolean {
  const name = squeezed(handle.slice(handle.lastIndexOf('/') + 1))
  return credits.some(credit => name.includes(credit) || (name.length >= MIN_NAME && credit.includes(name)))
}

const ofOffice = /\.(?:org|gov|edu)$/
/**
 * Names of associations and authorities that the site links to. If a profile names the business, then
 * "twitter.com/amshq" beside a link to "amshq.org" is that of AMS. A company may be a second name of the business.
 */
function linkedNames(pages: readonly PageFacts[], { domain }: SiteOwner): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { links } of pages)
    for (const { url } of links) {
      const other = registrableDomain(url)
      const name = other === domain ? null : getDomainWithoutSuffix(url)
      if (name !== null && other !== null && ofOffice.test(other)) names.add(squeezed(name))
    }
  return names
}

const agency = /web-?(?:design|dev|site|studio|works)|digital|(?<![a-z])seo(?![a-z])|agency|marketing|hosting/i
/** If any profile names the business, a profile that names an agency belongs to whoever made the site. */
function withoutAgencies(all: readonly Profile[], { domain, names }: SiteOwner): readonly Profile[] {
  if (!all.some(({ isSure }) => isSure) || [domain, ...names].some(name => agency.test(name))) return all
  return all.filter(({ url, isSure }) => isSure || !agency.test(handleOf(url)))
}

/**
 * If a profile names the business, other profiles on the same network with different names belong to partners or to the
 * site's designer. So do profiles without a name whose link text is a person's name. A Facebook share link counts only
 * if there is no regular link to a Facebook profile.
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

/** The part of a profile's URL that names it. Empty if the URL has only an ID. */
const handleOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return search !== '' || /^\/(?:(?:share|channel|profile\.php)\b|\d{6,}$)/.test(pathname) ? '' : pathname
}

/** Facebook has several URLs for a profile, all with its ID: "profile.php?id=1", "p/Name-1", "people/Name/1". */
const keyOf = (url: string): string =>
  /facebook\.com\/.*?(\d{10,20})$/.exec(url)?.[1] ??
  url.toLowerCase().replace('://www.', '://').replace('://twitter.com/', '://x.com/')

/** Removes the section of a profile: "/FlatironsPlumbing/reviews" becomes "/FlatironsPlumbing". */
const withoutSection = (path: string): string =>
  path
    .replace(/^(\/company\/[^/]+)\/\w+$/i, '$1')
    .replace(/^\/pg(?=\/[^/]+)/i, '')
    .replace(
      /^((?:\/(?:company|school|showcase|pages\/category\/[^/]+|c|user|channel))?\/[^/]+)\/(?:about|reviews|photos|videos|posts|timeline|menu|services|shop|community|featured|people|jobs|likes)$/i,
      '$1',
    )

/** A link that shares a Facebook profile: "sharer.php?u=https://www.facebook.com/FlatironsPlumbing". */
const toShare =
  /^https?:\/\/(?:www\.|m\.)?facebook\.com\/sharer?(?:\/sharer)?(?:\.php)?\?(?:.{0,200}&)?u=(https?(?:%3A|:)[^&]{5,300})/i
function ofShare(link: string): string {
  const shared = unescaped(toShare.exec(link)?.[1] ?? '')
  return registrableDomain(shared) === 'facebook.com' ? shared : link
}

/** "twitter.com/#!/name" is the old form of "twitter.com/name", also behind a page: "facebook.com/home.php#!/name". */
const hashPath = /^(https?:\/\/(?:www\.)?(?:twitter|facebook)\.com\/)[^#]{0,200}#(?:!|%21)\//i

/** A link that leads on to a profile: "/redirect.php?to=https://twitter.com/flatirons". */
const redirected =
  /^[^?]{1,200}\?(?:.{0,200}&)?\w{1,12}=(https?(?:%3A|:)(?:%2F|\/){2}(?:www\.|m\.)?(?:facebook|twitter|x|instagram|linkedin|youtube|tiktok|pinterest)\.com(?:%2F|\/)[^&]{2,200})/i
/** Pages that only lead on, and that pasted links contain. */
const leadingOn =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]{2,6}\/url|lm?\.facebook\.com\/l\.php|l\.instagram\.com\/|(?:www\.)?youtube\.com\/redirect|\w{1,20}\.safelinks\.protection\.outlook\.com\/)\?/i
function ofRedirect(link: string, { domain }: SiteOwner): string {
  const to = link.includes('?') ? redirected.exec(link)?.[1] : undefined
  return to !== undefined && (leadingOn.test(link) || registrableDomain(link) === domain) ? unescaped(to) : link
}

/** A button to follow names its account: "twitter.com/intent/user?screen_name=flatirons". */
const toFollow =
  /^(https?:\/\/(?:www\.)?twitter\.com\/)intent\/(?:user|follow)\?(?:.{0,200}&)?screen_name=(\w{2,20})\b.*$/i

/** True if a business uses a personal account: "/in/flatirons-plumbing-0845a31" on flatironsplumbing.com. */
function isOwnPerson(path: string, { domain }: SiteOwner): boolean {
  const handle = path.slice('/in/'.length).replace(/-(?=[a-z]*\d)[\da-z]{6,}$/i, '')
  const site = squeezed(getDomainWithoutSuffix(domain) ?? '')
  return site.length > MIN_NAME && squeezed(handle) === site
}

/** The URL of a profile without tracking parameters. Null if the link does not lead to a business's profile. */
function profileOf(text: string, owner: SiteOwner): string | null {
  const url = URL.parse(ofShare(ofRedirect(text, owner)).replace(hashPath, '$1').replace(toFollow, '$1$2'))
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const domain = registrableDomain(url.hostname) ?? ''
  if (!(isSocialDomain(domain) || shapes.has(domain)) || noNetworks.has(domain)) return null
  const path = withoutSection(url.pathname.replace(/\/+$/, ''))
  const id = path === '/profile.php' ? url.searchParams.get('id') : null
  if (path.endsWith('.php') && !/^\d{5,20}$/.test(id ?? '')) return null
  // "facebook.com/p/Flatirons-Plumbing-61556517250891" is a profile, but "instagram.com/p/DAx1" is a post.
  const named = domain === 'facebook.com' ? path.replace(/^\/p\/(?=[^/]+-\d{8,}$)/, '/') : path
  const isShared = domain === 'facebook.com' && sharedProfile.test(path)
  if (path === '' || (!isShared && noProfile.test(`${named}${url.search}`))) return null
  if (others.test(path)) return null
  if (person.test(path) ? !isOwnPerson(path, owner) : shapes.get(domain)?.test(path) === false) return null
  if (domain === 'youtube.com' && brokenChannel.test(path)) return null
  const host = url.hostname.replace(/^(?:m|web|mobile|business|[a-z]{2}-[a-z]{2})\./, 'www.')
  // A colon means a broken link, such as "twitter.com/https://twitter.com/name".
  if (aboutNetwork.test(host) || path.includes(':')) return null
  return `https://${host}${path}${id === null ? '' : `?id=${id}`}`.slice(0, 300)
}
