// Sites where anyone can have a page. Such a page is not a business's own website.
const socialDomains = [
  'bsky.app',
  'facebook.com',
  'fb.com',
  'fb.me',
  'instagram.com',
  'linkedin.com',
  'linktr.ee',
  'medium.com',
  'nextdoor.com',
  'pinterest.com',
  'reddit.com',
  'snapchat.com',
  't.me',
  'threads.com',
  'threads.net',
  'tiktok.com',
  'tumblr.com',
  'twitter.com',
  'vimeo.com',
  'wa.me',
  'whatsapp.com',
  'x.com',
  'youtu.be',
  'youtube.com',
]
// Links there redirect to websites that we do not know.
const shortenerDomains = [
  'bit.ly',
  'buff.ly',
  'cutt.ly',
  'is.gd',
  'linkin.bio',
  'lnk.bio',
  'ow.ly',
  'qr.co',
  'qrco.de',
  'rb.gy',
  'rebrand.ly',
  'shorturl.at',
  't.co',
  't.ly',
  'tiny.cc',
  'tinyurl.com',
]
// Where a business sells or takes bookings, on pages of its own.
const storefrontDomains = [
  'acuityscheduling.com',
  'airbnb.com',
  'as.me',
  'beacons.ai',
  'booking.com',
  'booksy.com',
  'calendly.com',
  'chownow.com',
  'doordash.com',
  'ebay.com',
  'etsy.com',
  'eventbrite.com',
  'exploretock.com',
  'fresha.com',
  'genbook.com',
  'glossgenius.com',
  'groupon.com',
  'grubhub.com',
  'janeapp.com',
  'mindbodyonline.com',
  'opentable.com',
  'resy.com',
  'schedulicity.com',
  'setmore.com',
  'squareup.com',
  'styleseat.com',
  'toasttab.com',
  'ubereats.com',
  'vagaro.com',
  'vrbo.com',
]
// Directories, in which others list businesses. Such a page is a profile, but not a website.
const directoryDomains = [
  'angi.com',
  'angieslist.com',
  'avvo.com',
  'bbb.org',
  'birdeye.com',
  'brownbook.net',
  'chamberofcommerce.com',
  'citysearch.com',
  'dexknows.com',
  'foursquare.com',
  'healthgrades.com',
  'homeadvisor.com',
  'hotfrog.com',
  'houzz.com',
  'hub.biz',
  'indeed.com',
  'loc8nearme.com',
  'manta.com',
  'mapquest.com',
  'merchantcircle.com',
  'placestars.com',
  'placeweb.site',
  'poi.place',
  'porch.com',
  'psychologytoday.com',
  'ratemds.com',
  'realtor.com',
  'restaurantji.com',
  'superpages.com',
  'thumbtack.com',
  'tripadvisor.com',
  'vitals.com',
  'whitepages.com',
  'wikipedia.org',
  'yellowbook.com',
  'yellowpages.com',
  'yelp.ca',
  'yelp.com',
  'yelp.to',
  'zillow.com',
  'zocdoc.com',
]
// Pages there show a position on a map, or the results of a search.
const mapDomains = ['g.co', 'g.page', 'goo.gl', 'google.com', 'share.google', 'waze.com']

// Website builders whose customers get a name under the builder's domain. The Public Suffix List does not have them.
const siteHosts = new Set([
  'angelfire.com',
  'bigcartel.com',
  'bravesites.com',
  'business.site',
  'doodlekit.com',
  'dudaone.com',
  'edan.io',
  'freewebs.com',
  'godaddysites.com',
  'homestead.com',
  'hostingersite.com',
  'hubspotpagebuilder.com',
  'jimdo.com',
  'jimdofree.com',
  'jimdosite.com',
  'mailchimpsites.com',
  'multiscreensite.com',
  'mybigcommerce.com',
  'mystrikingly.com',
  'negocio.site',
  'site123.me',
  'squarespace.com',
  'storenvy.com',
  'strikingly.com',
  'substack.com',
  'toast.site',
  'tripod.com',
  'typepad.com',
  'ueniweb.com',
  'webnode.com',
  'webnode.page',
  'webs.com',
  'weebly.com',
  'wordpress.com',
  'zyrosite.com',
])
const social = new Set(socialDomains)
const directories = new Set<string>(directoryDomains)
/** Registrable domains with two labels each. */
export const platformDomains: readonly string[] = [
  ...socialDomains,
  ...storefrontDomains,
  ...directoryDomains,
  ...mapDomains,
  ...shortenerDomains,
]
const platforms = new Set(platformDomains)

/** Whether each name under a domain is the website of another customer, such as ann.weebly.com. */
export const isSiteHost = (domain: string): boolean => siteHosts.has(domain)

export const isSocialDomain = (domain: string): boolean => social.has(domain)

/** Whether a registrable domain belongs to a platform. A page there is not a business's own website. */
export const isPlatformDomain = (domain: string): boolean => platforms.has(domain)

/** Whether a registrable domain belongs to a directory of businesses, such as yelp.com. */
export const isDirectoryDomain = (domain: string): boolean => directories.has(domain)

const isAlways = (): boolean => true
/** Which pages of a registrable domain only show a business on a map or among the results of a search. */
const mapPages = new Map<string, (url: URL) => boolean>([
  ...mapDomains.map(domain => [domain, isAlways] as const),
  ['google.com', ({ hostname }) => /^(?:(?:www|maps|search|business)\.)?google\.com$/.test(hostname)],
  ['apple.com', ({ hostname }) => hostname === 'maps.apple.com'],
  ['bing.com', ({ pathname }) => pathname.startsWith('/maps')],
])
export const isMapPage = (url: URL, domain: string): boolean => mapPages.get(domain)?.(url) === true
