// Sites where anyone can have a page: such a page is not a business's own website.
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
const directoryDomains = [
  'angi.com',
  'angieslist.com',
  'bbb.org',
  'booking.com',
  'doordash.com',
  'etsy.com',
  'eventbrite.com',
  'foursquare.com',
  'goo.gl',
  'google.com',
  'groupon.com',
  'grubhub.com',
  'healthgrades.com',
  'homeadvisor.com',
  'houzz.com',
  'manta.com',
  'mapquest.com',
  'opentable.com',
  'psychologytoday.com',
  'realtor.com',
  'superpages.com',
  'thumbtack.com',
  'tripadvisor.com',
  'ubereats.com',
  'yellowpages.com',
  'yelp.com',
  'zillow.com',
  'zocdoc.com',
]
const social = new Set(socialDomains)
/** Registrable domains, each of two labels. */
export const platformDomains: readonly string[] = [...socialDomains, ...directoryDomains]
const platforms = new Set(platformDomains)

/** True for the registrable domain of a social network. */
export const isSocialDomain = (domain: string): boolean => social.has(domain)

/** True for the registrable domain of a social network or a directory: a page there is not an own website. */
export const isPlatformDomain = (domain: string): boolean => platforms.has(domain)
