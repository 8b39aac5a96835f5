import { stateNames } from '#server/catalog/gazetteer/states.ts'
import { isFiller, wordsOf } from './category-words.ts'
import { areKind, endWithKind } from './kind-phrases.ts'

/** What is ignored in a website's words about its business: the names of the business and the towns of its places. */
export type Known = { names: readonly string[]; towns: readonly string[] }

const MAX_LENGTH = 300
/** Lists of more things are services or products, not kinds of business. */
const MAX_ITEMS = 2
const MAX_SPLIT = 12
/** Only these first parts of a title count, not including the business's name. Later parts are usually services or towns. */
const MAX_PARTS = 2

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** After these words, a phrase only says where, for whom, or how: "Dentist in Boulder", "Software for dentists". */
const stops = wordSet(
  `in of at for from by near with w/ to on since serving around throughout across that who which where whose located
  specializing specialising offering providing selling servicing helping dedicated featuring you your when as over within without is are using
  through established est est. open voted rated including such like`,
)
/** Sentences, offers, and lists of others have these words: "Find a plumber", "We offer catering", "Roofing jobs". */
const refused = wordSet(
  `we our us i my me find hire compare buy sell sells selling sale shop order get call book visit see read learn discover
  explore contact about how why what when if not no vs top job jobs career careers guide tips news blog review reviews
  directory list listing listings offer offers offered provide provides provider's has have can will need looking want best
  specialize specializes specialise specialises does do it its they their this these all more than free become
  course courses training putting making buying getting taking bringing helping creating giving
  keeping finding choosing introducing celebrating protecting template theme demo test example page error`,
)
/** Words after the words for the kind that do not change it. */
const tails = wordSet(
  `service company business firm contractor provider specialist expert pro professional technician center centre clinic
  office practice team group llc inc ltd co corp pllc pc llp limited solution people usa near`,
)
const states = new Set([
  ...Object.keys(stateNames).map(code => code.toLowerCase()),
  ...Object.values(stateNames).flatMap(wordsOf),
])

/** Words before the words for the kind that say nothing: "a licensed, insured electrician". */
const adjectives = wordSet(
  `insured bonded local leading premier operated full service award winning friendly fast modern mobile residential
  commercial dedicated reputable experienced honest safe`,
)

/** Whether a title says that the business is of this category, apart from its name: "Ann Lee | Dentist in Boulder". */
export const titleTellsKind = (title: string, key: string, known: Known): boolean =>
  partsOf(title, known)
    .slice(0, MAX_PARTS)
    .some(part => isKind(part, key, known))

/** Whether a heading says it. */
export const headingTellsKind = (heading: string, key: string, known: Known): boolean =>
  partsOf(heading, known)
    .slice(0, 1)
    .some(part => isKind(part, key, known))

const sentenceEnd = /[.!?](?=\s|$)/g
const isAbbreviation = /\b(?:st|ft|mt|dr|mr|mrs|ms|inc|co|ltd|no|vs|[a-z])$/i
const copula = /^(.{2,100}?)\s(?:is|are)\s(?:an?|the|your)\s(.+)$/is
const provides = /^(.{2,100}?)\s(?:provides?|speciali[sz]es? in)\s(.+)$/is

/** Whether the first sentence of a description says it: "Ann Lee is a dentist in Boulder". */
export function sentenceTellsKind(text: string, key: string, known: Known): boolean {
  const sentence = firstSentence(text.slice(0, MAX_LENGTH))
  const [, subject, being] = copula.exec(sentence) ?? []
  if (subject !== undefined && being !== undefined) return isAbout(subject, known) && isKind(being, key, known)
  const [, provider, service] = provides.exec(sentence) ?? []
  if (provider !== undefined && service !== undefined) return isAbout(provider, known) && isKind(service, key, known, 1)
  return partsOf(sentence, known)
    .slice(0, 1)
    .some(part => isKind(part, key, known))
}

const isAbout = (subject: string, known: Known): boolean => /^we$/i.test(subject.trim()) || isNamed(subject, known)

function firstSentence(text: string): string {
  for (const { index } of text.matchAll(sentenceEnd)) {
    const before = text.slice(0, index)
    if (!isAbbreviation.test(before)) return before
  }
  return text
}

const isNamed = (text: string, { names }: Known): boolean => {
  const words = new Set(wordsOf(text))
  return names.some(name => wordsOf(name).some(word => word.length > 2 && words.has(word)))
}

const betweenParts = /\s[-–—:]+\s|\s?[|•·»–—]+\s?|:\s/

/** The parts of a text that say more than the name of the business and where it is. */
function partsOf(text: string, known: Known): string[] {
  const names = known.names.map(wordsOf)
  const own = new Set([...names.flat(), ...known.towns.flatMap(wordsOf)])
  const isName = (words: readonly string[]) =>
    words.every(word => own.has(word) || isGeneral(word)) && names.some(([first = '']) => words.includes(first))
  return withoutNames(text.slice(0, MAX_LENGTH), known)
    .split(betweenParts)
    .filter(part => {
      const words = wordsOf(part)
      return !words.every(isGeneral) && !isName(words)
    })
}

const isGeneral = (word: string): boolean =>
  isTail(word) || isFiller(word) || /^(?:home|welcome|official|website|site)$/.test(word)
const isTail = (word: string): boolean => tails.has(word) || states.has(word) || /^\d+$/.test(word)

/** Puts a bar in place of each whole name. */
function withoutNames(text: string, { names }: Known): string {
  let rest = text.replaceAll(/\s+/g, ' ').trim()
  for (const name of names) {
    const at = name.length < 3 ? -1 : rest.toLowerCase().indexOf(name.toLowerCase())
    if (at !== -1) rest = `${rest.slice(0, at)} | ${rest.slice(at + name.length)}`
  }
  return rest
}

/** Whether a part of a text names a kind of business. A list of more than `maxItems` things does not. */
function isKind(part: string, key: string, known: Known, maxItems = MAX_ITEMS): boolean {
  const head = headOf(part)
  if (head === null) return false
  const places = new Set(known.towns.flatMap(wordsOf))
  const saysNothing = (word: string) => adjectives.has(word) || isFiller(word) || places.has(word) || states.has(word)
  const items = head
    .split(/[,;&+]|\s(?:and|or|\/)\s/i, MAX_SPLIT)
    .map(wordsOf)
    .filter(words => !words.every(saysNothing))
  const [first, last] = items
  if (first === undefined || items.length > maxItems) return false
  const isOne = (words: readonly string[]) =>
    endWithKind(words, words.findLastIndex(word => !places.has(word) && !isTail(word)) + 1, key)
  if (last === undefined) return isOne(first)
  // "Heating & Cooling", "Auto & Truck Repair", and "Lawn Care & Snow Removal" are read as a whole, and one by one.
  return (
    isOne([...first, ...last]) ||
    isOne(last) ||
    isOne([...first, ...last.slice(1)]) ||
    (first.length > 1 && isOne(first))
  )
}

/** The words before the first one that begins an addition. Null if the part is no name of a thing. */
function headOf(part: string): string | null {
  const tokens = part.trim().split(/\s+/, 40)
  const words = tokens.map(token => token.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, ''))
  const isStop = (word: string, position: number) =>
    stops.has(word) || (word === 'based' && stops.has(words[position + 1] ?? ''))
  const stop = words.findIndex((word, position) => position > 0 && isStop(word, position))
  const head = stop === -1 ? words : words.slice(0, stop)
  if (stops.has(words[0] ?? '') || head.some(word => refused.has(word)) || words[stop + 1] === 'sale') return null
  return tokens.slice(0, head.length).join(' ')
}

/** Types of schema.org that are used for many kinds of business, often because no better one exists. */
const generalTypes = wordSet(
  `LocalBusiness Organization Corporation Store ProfessionalService Service HomeAndConstructionBusiness
  HealthAndBeautyBusiness MedicalBusiness MedicalClinic MedicalOrganization Physician FoodEstablishment LodgingBusiness
  EntertainmentBusiness SportsActivityLocation AutomotiveBusiness FinancialService Place EmergencyService Brand Person
  OnlineStore OnlineBusiness Product WebSite WebPage Offer Event Article Question Answer ItemList Blog`,
)
/** Types whose words differ from what people call the kind of business. */
const typeNames: Readonly<Record<string, string>> = {
  AutoWash: 'car wash',
  BarOrPub: 'bar',
  BedAndBreakfast: 'bed and breakfast',
  BikeStore: 'bike shop',
  CafeOrCoffeeShop: 'coffee shop',
  ChildCare: 'day care',
  DryCleaningOrLaundry: 'dry cleaner',
  ExerciseGym: 'gym',
  HVACBusiness: 'hvac',
  HealthClub: 'gym',
  LegalService: 'law firm',
  MovingCompany: 'moving company',
  TattooParlor: 'tattoo shop',
  VeterinaryCare: 'veterinarian',
}

/** Whether the type of an item in schema.org says it: "RoofingContractor". */
export function typeTellsKind(type: string, key: string): boolean {
  const name = type.replace(/^https?:\/\/schema\.org\//, '')
  if (generalTypes.has(name)) return false
  const words = wordsOf(typeNames[name] ?? name.slice(0, 60).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '))
  return areKind(words, words.findLastIndex(word => !isTail(word)) + 1, key) === true
}
