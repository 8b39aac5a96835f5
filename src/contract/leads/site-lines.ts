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
] as const
export type SiteFlagName = (typeof siteFlagNames)[number]

type Line = {
  label: string
  /** Its share of the score, compared with the other lines that are known. */
  weight: number
  /** `all`: the first flag decides, and the others can only take its points. `any`: one of them is enough. */
  needs: 'all' | 'any'
  flags: readonly SiteFlagName[]
}
/** The lines of the score. */
export const siteLines = {
  works: { label: 'Works', weight: 10, needs: 'all', flags: ['works'] },
  phones: { label: 'Fits phones', weight: 15, needs: 'all', flags: ['viewport'] },
  encryption: { label: 'Encrypted', weight: 15, needs: 'all', flags: ['https', 'safeForms'] },
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

export const siteVerdicts = ['yes', 'no', 'unknown'] as const
/** The grades of a website with the lowest score of each, the best first. */
export const siteGrades = { A: 90, B: 80, C: 65, D: 50, F: 0 } as const
export type SiteGrade = keyof typeof siteGrades
