import { isSocialDomain } from '#server/catalog/place/platforms.ts'
import { registrableDomain } from '#server/catalog/place/registrable-domain.ts'
import type { PageFacts } from './read-page.ts'

const MOST = 8
/** Pages of a network that are nobody's profile: to share something, single posts, and its rules. */
const noProfile =
  /\/(?:sharer?|share-?article|intent|invites|pin\/create|dialog|plugins|tr|submit|home\?status|hashtag|search|login|polic(?:y|ies)(?:\.php)?|privacy(?:-policy)?|legal|terms|help|explore|embed|watch|shorts|reel|p|status(?:es)?|events?|photos?|videos?|posts?|groups\/?$)(?:[/.?]|$)|[?&](?:url|u|text|status|mini)=/i
/** Of networks, of what websites are made with, and examples. */
const others =
  /^\/(?:@|company\/|user\/)?(?:(?:wix|squarespace|godaddy|weebly|wordpress|shopify|webflow)-?com|wix|wixstudio|squarespace|godaddy|weebly|wordpress|wordpressdotcom|shopify|webflow|elementor|joomla|drupal|mobirise|jimdo|duda|hostinger|ionos|websitex5|incomedia|facebook|instagram|twitter|x|youtube|google|envato|themeforest|templatemonster|templaza(?:vn)?|elegantthemes|themeum|htmlcodex|themewagon|bootstrapmade|colorlib|username|profile|company|in|user|channel|pages|bootstrap|getbootstrap|fontawesome|(?:your-?(?:account|brand|business|channel|clinic|company|handle|name|page|profile|restaurant|shop|site|store|username)|example)\w*)?\/?$/i
/** Of a person, not of the business. */
const person = /^\/in\//i
/** Hosts where a network writes about itself, such as "about.pinterest.com". */
const aboutNetwork = /^(?:about|ads?|api|blog|business|developers?|help|legal|policies|policy|privacy|support)\./
/** "youtube.com/channel/UC…": without the whole key, it leads nowhere. */
const brokenChannel = /^\/channel\/(?!UC[\w-]{22}$)/
const noNetworks = new Set(['wa.me', 'whatsapp.com', 't.me', 'medium.com', 'reddit.com', 'youtu.be', 'vimeo.com'])

/** The profiles of a business on networks, each with the page that links to it first. */
export function profiles(pages: readonly PageFacts[]): { url: string; pageUrl: string }[] {
  const found = new Map<string, { url: string; pageUrl: string }>()
  for (const page of pages)
    for (const link of [...page.schema.profiles, ...page.links.map(({ url }) => url)]) {
      const url = profileOf(link)
      if (url === null) continue
      const key = keyOf(url)
      if (!found.has(key)) found.set(key, { url, pageUrl: page.url })
    }
  return [...found.values()].slice(0, MOST)
}

/** Facebook has several addresses for a profile, all with its number: "profile.php?id=1", "p/Name-1", "people/Name/1". */
const keyOf = (url: string): string =>
  /facebook\.com\/.*?(\d{10,20})$/.exec(url)?.[1] ?? url.toLowerCase().replace('://www.', '://')

/** The address of a profile without tracking. */
function profileOf(text: string): string | null {
  // "twitter.com/#!/name" is how the network once wrote "twitter.com/name".
  const url = URL.parse(text.replace(/^(https?:\/\/(?:www\.)?twitter\.com\/)#!\//i, '$1'))
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const domain = registrableDomain(url.hostname) ?? ''
  if (!isSocialDomain(domain) || noNetworks.has(domain)) return null
  const path = url.pathname.replace(/\/+$/, '').replace(/^(\/company\/[^/]+)\/about$/, '$1')
  const id = path === '/profile.php' ? url.searchParams.get('id') : null
  if (path === '/profile.php' && !/^\d{5,20}$/.test(id ?? '')) return null
  // "facebook.com/p/Flatirons-Plumbing-61556517250891" is a profile, "instagram.com/p/DAx1" a post.
  const named = domain === 'facebook.com' ? url.pathname.replace(/^\/p\/(?=[^/]+-\d{8,}\/?$)/, '/') : url.pathname
  if (path === '' || noProfile.test(`${named}${url.search}`) || others.test(path) || person.test(path)) return null
  if (domain === 'youtube.com' && brokenChannel.test(path)) return null
  const host = url.hostname.replace(/^(?:m|web|mobile|business|[a-z]{2}-[a-z]{2})\./, 'www.')
  // "twitter.com/https://twitter.com/name"
  if (aboutNetwork.test(host) || path.includes(':')) return null
  return `https://${host}${path}${id === null ? '' : `?id=${id}`}`.slice(0, 300)
}
