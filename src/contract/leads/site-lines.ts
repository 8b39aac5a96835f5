// No schemas here: the details of a lead load this file.
/** What the check of a website looks at, in the order in which it is shown. */
export const siteFlagNames = [
  'works',
  'viewport',
  'https',
  'httpLeadsToHttps',
  'safeForms',
  'title',
  'description',
  'oneHeading',
  'businessData',
  'indexable',
  'freshYear',
  'noEndedSoftware',
  'booking',
  'ordering',
  'shop',
  'payment',
  'contactForm',
  'callLink',
  'chat',
  'newsletter',
  'reviews',
  'analytics',
  'tagManager',
  'pixels',
  'lang',
  'imageTexts',
  'platform',
  'credit',
  'privacyPage',
  'fastAnswer',
] as const
export type SiteFlagName = (typeof siteFlagNames)[number]

/** What was looked at, so that "yes" is an answer. */
export const flagWords: Record<SiteFlagName, string> = {
  works: 'Works',
  viewport: 'Layout for phones',
  https: 'Opens with encryption',
  httpLeadsToHttps: 'Its http address leads to https',
  safeForms: 'Forms are encrypted',
  title: 'Title of its own',
  description: 'Description for search engines',
  oneHeading: 'One main heading',
  businessData: 'Business data for search engines',
  indexable: 'Open to search engines',
  freshYear: 'Copyright notice of this year or the last one',
  noEndedSoftware: 'No software that has ended',
  booking: 'Online booking',
  ordering: 'Online orders',
  shop: 'Shop',
  payment: 'Online payment',
  contactForm: 'Contact form',
  callLink: 'Link to call',
  chat: 'Chat',
  newsletter: 'Newsletter',
  reviews: 'Reviews',
  analytics: 'Analytics',
  tagManager: 'Tag manager',
  pixels: 'Advertising pixels',
  lang: 'Says its language',
  imageTexts: 'Images have texts',
  platform: 'Built with',
  credit: 'Made by',
  privacyPage: 'Link to a privacy page',
  fastAnswer: 'Answers within two seconds',
}

type Line = {
  label: string
  /** Its share of the score, compared with the other lines that are known. */
  weight: number
  /** `all`: the first flag decides, and the others can only take its points. `any`: one of them is enough. */
  needs: 'all' | 'any'
  flags: readonly SiteFlagName[]
}
export const siteLines = {
  works: { label: 'Works', weight: 10, needs: 'all', flags: ['works'] },
  phones: { label: 'Fits phones', weight: 15, needs: 'all', flags: ['viewport'] },
  speed: { label: 'Fast', weight: 5, needs: 'all', flags: ['fastAnswer'] },
  encryption: { label: 'Encrypted', weight: 10, needs: 'all', flags: ['https', 'safeForms'] },
  words: { label: 'Title and description', weight: 10, needs: 'all', flags: ['title', 'description'] },
  heading: { label: 'One main heading', weight: 5, needs: 'all', flags: ['oneHeading'] },
  data: { label: 'Business data for search engines', weight: 5, needs: 'all', flags: ['businessData'] },
  listed: { label: 'Open to search engines', weight: 5, needs: 'all', flags: ['indexable'] },
  upkeep: { label: 'Kept up', weight: 10, needs: 'all', flags: ['freshYear', 'noEndedSoftware'] },
  contact: { label: 'Contact form or link to call', weight: 10, needs: 'any', flags: ['contactForm', 'callLink'] },
  sales: {
    label: 'Booking, orders, shop, or payment',
    weight: 5,
    needs: 'any',
    flags: ['booking', 'ordering', 'shop', 'payment'],
  },
  measures: { label: 'Measures visits', weight: 5, needs: 'any', flags: ['analytics', 'tagManager', 'pixels'] },
  readable: { label: 'Readable for everyone', weight: 5, needs: 'all', flags: ['lang', 'imageTexts'] },
} as const satisfies Record<string, Line>
export type SiteLine = keyof typeof siteLines
export const siteLineNames = Object.keys(siteLines) as [SiteLine, ...SiteLine[]]

/** none: it has none. social: only a page on a platform. broken: its website does not work. */
export const websiteStates = ['none', 'social', 'broken'] as const

export const networks = {
  facebook: { label: 'Facebook', domains: ['facebook.com', 'fb.com', 'fb.me'] },
  instagram: { label: 'Instagram', domains: ['instagram.com'] },
  linkedin: { label: 'LinkedIn', domains: ['linkedin.com'] },
  x: { label: 'X', domains: ['x.com', 'twitter.com'] },
  youtube: { label: 'YouTube', domains: ['youtube.com', 'youtu.be'] },
  tiktok: { label: 'TikTok', domains: ['tiktok.com'] },
  pinterest: { label: 'Pinterest', domains: ['pinterest.com'] },
  yelp: { label: 'Yelp', domains: ['yelp.com'] },
} as const
export type Network = keyof typeof networks
export const networkNames = Object.keys(networks) as [Network, ...Network[]]
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

export function networkOf(profile: string): Network | undefined {
  const host = hostOf(profile)
  return networkNames.find(name => networks[name].domains.some(domain => `.${host}`.endsWith(`.${domain}`)))
}

/** "Facebook", or the host of another network. */
export function networkName(profile: string): string {
  const network = networkOf(profile)
  return network === undefined ? hostOf(profile) || profile : networks[network].label
}

export const siteVerdicts = ['yes', 'no', 'unknown'] as const
/** The grades of a website with the lowest score of each, the best first. */
export const siteGrades = { A: 90, B: 80, C: 65, D: 50, F: 0 } as const
export type SiteGrade = keyof typeof siteGrades
export const siteGradeNames = Object.keys(siteGrades) as [SiteGrade, ...SiteGrade[]]
