/**
 * Whose number it is, by the words next to it. Sites also tell the numbers of the police, authorities, insurers, and
 * professional bodies.
 */

const NEAR = 120
/** What authorities are for. Hospitals and schools have departments too, such as that of radiology or music. */
const OFFICES =
  'accountancy|aging|agricultur|banking|building|child|commerc|consumer|contract|correction|cosmetolog|dentistry|econom|education|election|employment|energy|environment|famil|financ|fish|forestry|game|health|highway|homeland|housing|human|immigration|indian|insurance|interior|investigation|justice|labor|land|licens|medical examiners|motor|natural|nursing|optometry|parks|pharmacy|professional|public|real estate|regist|regulat|revenue|safety|security|social|state|tax|transport|treasury|utilities|veteran|veterinary|vital|water|weights|wildlife|workforce'
const stranger = new RegExp(
  String.raw`\b(?:${[
    'police',
    "sheriff(?:['’]s)?",
    'rcmp',
    '(?:coast|national) guard(?: station(?: [a-z]+){1,2})?',
    'fire (?:department|dept|district|marshal)',
    '(?:state|highway) patrol',
    'game warden',
    'harbou?r ?master',
    'search and rescue',
    'poison (?:control|cent(?:er|re)|help)',
    'antipoison',
    'red cross',
    'animal (?:control|services)',
    'humane society',
    'a?spca',
    'wildlife (?:rescue|rehab\\w*|cent(?:er|re))',
    `(?:department|dept\\.?|bureau|board) of (?:the )?(?:${OFFICES})[a-z]*(?: (?:(?:and|&) )?[a-z]{3,}){0,3}`,
    '(?:ministry|commission|minist[èe]re|departamento|secretary) (?:of|de|des|du|del) (?:the )?[a-zà-ÿ]{4,}(?: (?:(?:and|&|et|y) )?[a-zà-ÿ]{3,}){0,3}',
    "attorney general(?:['’]s)?",
    '(?:county|city|town|township|village|municipal|parish|borough|state|provincial) (?:clerk|court|health|extension|permits?|utilities|public works|assessor|treasurer|recorder|council|hall|animal \\w+|government)',
    'internal revenue(?: service)?',
    'revenue (?:agency|canada|service|qu[ée]bec)',
    'tax(?:ation)? (?:authorit(?:y|ies)|commission|refund)',
    'taxation department',
    'comptroller',
    'social security(?: administration)?',
    '(?:cooperative|university|state) extension',
    'extension (?:service|office)',
    'ombuds(?:man|person|office|woman)',
    'chambers? of commerce',
    'bar association',
    'better business bureau',
    '[a-z]+ guild',
    '[a-z]+ association',
    'ordre (?:des|professionnel)(?: [a-zà-ÿ]+){1,4}',
    'coll[èe]ge des(?: [a-zà-ÿ]+){1,3}',
    'protection du consommateur',
    '(?:your|their|his|her) (?:(?!local|trusted|hometown|neighborhood|favorite)[a-z]+ )?(?:carrier|insurer|insurance company|lender|bank|manufacturer|landlord|property manager|finance company|(?:gas|power|electric|utility|water|phone|cable|towing) company)',
  ].join('|')})`,
  'gi',
)
/** Services and companies for a whole country, which have toll-free numbers. A shelter has a crisis line of its own. */
const national = new RegExp(
  String.raw`\b(?:${[
    '(?:suicide|abuse|violence|poison|refund|national|gambling|assault|addiction|mental health|tip|consumer|child|elder|youth|teen|runaway) (?:hotline|helpline|lifeline|line)',
    'crisis (?:hotline|helpline|lifeline|line|cent(?:er|re)|services)',
    'van lines?',
    'airlines?',
    'airways',
  ].join('|')})`,
  'gi',
)
const tollFree = /^\D*(?:1\D{0,3})?8(?:00|33|44|55|66|77|88)/
/** Names in capitals, so that "ups" and "irs" within sentences are not read as such. */
const named =
  /\b(?:IRS|USCIS|DMV|OSHA|FEMA|USDA|HUD|EPA|CDC|FDA|FTC|FCC|FedEx|UPS|USPS|DHL|Canada Post|Purolator|CareCredit|LabCorp|Labcorp|Quest Diagnostics|Walgreens|CVS|Delta Dental|Aetna|Cigna|Humana|MetLife|BBB|CRA)\b/g
/** Words between the name of a stranger and the number: "Police non-emergency line: ". */
const connecting =
  /^(?:['’]s)?(?:[\s,:./()\u2010-\u2015&-]|\b(?:agency|and|animal|association|at|authority|business|cent(?:er|re)|claims|care|com|customer|department|dept|desk|direct(?:ly)?|dispatch|district|division|emergency|for (?:help|information)|free|head|hotline|hour|info|information|is|line|local|main|national|no|non|number|numbers|office|on|phone|post|refund|relations|service|services|station|support|telephone|the|toll|au|de|t[ée]l)\b){0,60}(?:[:\u2010-\u2015-] ?call(?: at)? )?$/i
/** Words that mention someone without giving their number: "across from the police", "member of the guild". */
const noStranger =
  /\b(?:across|accepts?|accepted|accredited|affiliated|against|approved|before|behind|beside|besides|bonded|certified|clients|deliver(?:s|y)? to|former|from|in (?:the|our)|inside|insured|licen[cs]ed|like|location|members?|near|never|next|not|of the|opposite|our|prior|registered|retired|serves?|serving|staff|trained|vs|with|within)\b[^:]*$/i
/** "AgDirect customer service". A town or a department has no capital within its name: "Denver customer service". */
const ofCompany =
  /(?:^|[\s,;(])(\p{Lu}\p{Ll}+\p{Lu}[\p{L}\d]{1,20})(?:['’]s)? (?:customer (?:service|care|support|relations)|roadside assistance|head office|claims(?: (?:line|department))?)\s?(?:line |department |number )?(?:at|is|:|,|\u2013|-)?\s{0,3}$/u
const ends = /[.!?;] +(?=\p{Lu})|[|\u00b7\u2022]|\d{4}\b/gu
const genericLabel =
  /^\s*(?:(?:tele)?phone|tel|call|office|main|mobile|cell|toll[ -]?free|t|p|ph|number|t[ée]l[ée]phone|t[ée]l)?\s?[.:#]{0,2}\s*$/i

/** The last sentence of a line, up to the number behind it. */
function sentenceOf(line: string): string {
  let from = 0
  for (const { index, 0: end } of line.matchAll(ends)) from = index + end.length
  return line.slice(from)
}

/** What is in front of a number on its line, or the name above it, over an address. Lines may also list memberships. */
function leadOf(before: string): string {
  const lines = before.slice(-NEAR).split('\n')
  const own = lines.pop() ?? ''
  if (own.trim() !== '' && !genericLabel.test(own)) return sentenceOf(own)
  let hasAddress = false
  for (const line of lines.toReversed()) {
    if (line.trim() === '' || genericLabel.test(line)) continue
    if (/\d{3}[) .-]{1,2}\d{4}/.test(line)) return ''
    if (/\d/.test(line)) {
      hasAddress = true
      continue
    }
    return hasAddress && !membership.test(line) && line.length <= MAX_NAME && !/[.!?]\s*$/.test(line) ? line : ''
  }
  return ''
}
const MAX_NAME = 60
/** Above the address of the business, these are what it is a member of. */
const membership = /\b(?:chambers?|association|guild|bureau)\b/i

function strangerIn(lead: string, number: string): string | undefined {
  const isTollFree = tollFree.test(number)
  const ofService = isTollFree ? ofCompany.exec(lead)?.[1] : undefined
  if (ofService !== undefined) return ofService
  for (const pattern of isTollFree ? [stranger, national, named] : [stranger])
    for (const { index, 0: name } of lead.matchAll(pattern))
      if (connecting.test(lead.slice(index + name.length)) && !noStranger.test(lead.slice(0, index)))
        return lead.slice(0, index + name.length).trim()
  return undefined
}

const inBrackets = /^\s?[([]([^)\]\n\d]{3,50})[)\]]/
/** Words that name somebody else as the owner of a number. Undefined if there are none. */
export function strangerOf(before: string, number: string, after: string): string | undefined {
  const behind = inBrackets.exec(after)?.[1]
  return strangerIn(leadOf(before), number) ?? (behind === undefined ? undefined : strangerIn(behind, number))
}
