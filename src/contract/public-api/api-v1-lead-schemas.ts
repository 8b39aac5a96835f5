import { z } from 'zod'
import { described } from '../described.ts'
import { FactChange, FactSource, Lead, ScoreLine } from '../leads/leads.ts'
import { LeadWebsite } from '../leads/site-check.ts'
import { flagWords, siteFlagNames } from '../leads/site-lines.ts'

export const ApiScoreLine = described(ScoreLine, {
  code: 'Stable name of the line, for programs',
  label: 'Name of the line, for people',
  earned: 'Points of 100. They add up to the score; a limit takes away what is above it',
  possible: 'Points possible',
  detail: 'Why, in a few words, such as "toll-free number" or "own website"',
})
export const ApiFactSource = described(FactSource, {
  fact: 'Which fact of the lead',
  source: 'Key of the source, such as "overture"',
  sourceName: 'Name of the source, for people',
  license: 'License the source grants for this fact',
  confirmedOn: 'Date of the newest evidence, YYYY-MM-DD; null where the source does not say',
  release: 'Release of the source that the fact was read from',
  pageUrl: "Page of the business's own website that says it, where the source is that website",
})
export const ApiFactChange = described(FactChange, {
  fact: 'Which field of the lead',
  was: 'Its value when the lead was pulled',
  is: 'Its value now',
})
const flags = siteFlagNames.map(name => `\`${name}\` (${flagWords[name]})`).join(', ')
const ApiLeadWebsite = described(LeadWebsite, {
  score: 'From 0 to 100',
  grade: 'From `A` to `F`; null if too little is known',
  reasons: 'At most three sentences that say why to call, the strongest first',
  shows: `What the website has, of ${flags}`,
  missing: 'What it does not have; what is in neither list is unknown',
  platform: 'What it is built with; null if unknown',
  booking: 'The page on which customers can book; null if unknown',
  checkedAt: 'When it was checked',
})
export const ApiLead = described(
  Lead.extend({
    scoreLines: z.array(ApiScoreLine),
    site: ApiLeadWebsite.nullable(),
    factSources: z.array(ApiFactSource),
    changes: z.array(ApiFactChange),
  }),
  {
    id: 'Id of the lead; the same business keeps it',
    businessName: 'Name of the business',
    category: 'Category as shown to people, such as "Plumbing"',
    phoneNumber: 'In the national form, (303) 440-0000',
    phoneKind: '`in-state`, `out-of-state`, or `toll-free`; null without a number, for a sample, or if it is unknown',
    address: 'Street and number',
    city: 'City',
    state: 'Two letters, such as "CO"',
    zipCode: 'ZIP code',
    website: 'Address of the website, or of its page on a platform such as Facebook if it has none',
    email: 'Email address',
    latitude: 'Degrees, WGS 84',
    longitude: 'Degrees, WGS 84',
    timeZone: 'IANA name of its time zone, such as "America/Denver"; null if its hours are not known',
    distanceMiles: 'Great-circle miles from the searched place; null in a statewide search and across searches',
    rating: 'A number from 0 to 5 as text; null where no source gives one',
    qualityScore: 'From 0 to 100',
    scoreLines: 'The lines that add up to the score',
    hasWebsite: 'Whether the business has a website of its own; false if `website` is a page on a platform',
    hasPhoneNumber: 'Whether there is a phone number',
    hasHighRating: 'Whether the rating is 4 or more',
    source: 'Key of the source, such as "overture"',
    sourceLicense: 'License of the source',
    lastConfirmed: 'Date of the newest evidence, YYYY-MM-DD',
    brand: 'Name of the chain that the business belongs to; null if no chain is known',
    firstSeenOn:
      'Date on which the business first appeared in a newer release of an area, YYYY-MM-DD; null if it was there from the start',
    derivedLocation:
      'The part of the address that was derived from the coordinates: `city`, `state`, or `city and state`; null if the source has both',
    kindToldBy:
      'What confirms the `category` of the business: its `name`, its `website` (the address, or what the front page says), a `map` made by people, or only its `source`; null for a lead from before this was recorded',
    hours:
      'Opening hours in the format of schema.org, such as "Mo-Fr 08:00-17:00; Sa 09:00-12:00"; those on its website replace those of the sources; null if they are not known',
    socials: 'Its profiles on social networks; null if they are not known',
    site: 'A summary of the last check of its website; null if it was never checked',
    status: 'Your status of the lead; `new` until you set it',
    followUpOn: 'The day on which you want to follow up, YYYY-MM-DD; null for none',
    noteCount: 'How many notes you have about it',
    tags: 'Names of your tags on it',
    isSample: 'Fictional, from the sample data',
    factSources: 'Where each fact comes from, and how old it is',
    attribution: 'How the sources must be credited; show it where you publish the lead',
    changes: 'What has changed since the lead was pulled; the fields above are current',
    isListed: 'False when the source no longer lists the business',
    doNotContact:
      'The business asked not to be contacted, or is on your own do-not-contact list: its contact details are left out',
    report:
      'Your report that the lead is no use; null for none. If its state is `credited`, its contact details are left out',
  },
)
