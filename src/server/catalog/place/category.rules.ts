const MAX_CATEGORIES = 10
const MAX_KEY_LENGTH = 80

// The top levels of Overture's two category trees, and words that are just as broad.
const broad = new Set([
  'accommodation',
  'active_life',
  'arts_and_entertainment',
  'attractions_and_activities',
  'automotive',
  'beauty_and_spa',
  'business',
  'business_to_business',
  'community_and_government',
  'cultural_and_historic',
  'eat_and_drink',
  'education',
  'establishment',
  'event_or_party_service',
  'event_planning',
  'financial_service',
  'flowers_and_gifts_shop',
  'food_and_drink',
  'geographic_entities',
  'health_and_medical',
  'health_care',
  'heatlh_care',
  'home_service',
  'lifestyle_services',
  'local_business',
  'lodging',
  'mass_media',
  'other',
  'pets',
  'point_of_interest',
  'private_establishments_and_corporates',
  'professional_service',
  'professional_services',
  'public_service_and_government',
  'real_estate',
  'religious_organization',
  'retail',
  'services',
  'services_and_business',
  'shopping',
  'sports_and_recreation',
  'store',
  'structure_and_geography',
  'travel',
  'travel_and_transportation',
])

/** False for a broad key such as "services_and_business", and without a key. */
export const isSpecificCategory = (key: string | undefined): boolean => key !== undefined && !broad.has(key)

const generic = new Set([
  'business',
  'establishment',
  'local_business',
  'other',
  'point_of_interest',
  'private_establishments_and_corporates',
  'professional_service',
  'professional_services',
  'retail',
  'services',
  'services_and_business',
  'shopping',
  'store',
])

/** True for a key that fits any trade, such as "professional_services". */
export const isGenericCategory = (key: string): boolean => generic.has(key)

/** A key in Overture's spelling: "Med Spa" becomes med_spa. Null if no letter remains. */
export function categoryKey(words: string): string | null {
  const key = words
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_KEY_LENGTH)
    .replaceAll(/^_+|_+$/g, '')
  return /[a-z]/.test(key) ? key : null
}

/** The kind of business that a name tells, and whether it corrects a source's main category. */
export type NameKind = {
  key: string
  corrects: (main: string | undefined) => boolean
  /** If it does not correct the main category, hints still count. */
  isNarrow?: boolean
}

/** A category that sources give to many businesses of another kind. */
export type CategoryDoubt = {
  /** Whether a name or a domain, in lower case, says that the category is right. */
  isSupportedBy: (text: string) => boolean
  /** The category of a place whose main one is not supported. Null drops the category. */
  instead: string | null
}

export type CategoryContext = {
  /** Turns a list's words into category keys. */
  keyOf?: ((words: string) => string | null) | undefined
  kindOfName?: ((name: string, town: string | null) => NameKind | null) | undefined
  /** Counts if neither the name nor the domain has a word for the main category. */
  hintIn?: ((name: string) => NameKind | null) | undefined
  /** The same for words that the domain has and the name does not. */
  hintInDomain?: ((domain: string, name: string) => NameKind | null) | undefined
  doubtAbout?: ((key: string, main: string) => CategoryDoubt | undefined) | undefined
  /** Whether a name or a domain, in lower case, has a word for the category. */
  isNamedIn?: ((text: string, key: string) => boolean) | undefined
}

export type NamedPlace = { name: string; town: string | null; domain: string | null }

/**
 * The category keys of a place without duplicates, main one first and generic ones last. The name decides if the
 * source's main category contradicts it: "Elizabeth Plumbing" is a plumber, even if it is listed as a hardware store, or
 * only under a broad category. A doubtful category needs a name or a domain that supports it. So do the further categories
 * of a place whose main one fits any trade.
 */
export function pickCategories(words: readonly string[], place: NamedPlace, context: CategoryContext = {}): string[] {
  const { keyOf = categoryKey, doubtAbout, isNamedIn } = context
  const keys = words.flatMap(word => keyOf(word) ?? [])
  const machine = machineCategory(place.name, keys[0])
  if (machine !== null) return [machine]
  const text = textOf(place)
  const ordered = genericLast([...new Set(withoutGuesses(keys, text, isNamedIn))])
  const told = kindOf(place, ordered[0], context)
  const named = told === null ? ordered : [...new Set([told, ...withoutContradicted(ordered, text, context)])]
  const certain = doubtAbout === undefined ? named : withoutDoubtful(named, { text, told }, doubtAbout)
  return withoutGuesses(certain, text, isNamedIn).slice(0, MAX_CATEGORIES)
}

/** The category that the name tells better than the source's main one, or null. */
function kindOf(place: NamedPlace, main: string | undefined, context: CategoryContext): string | null {
  const { kindOfName, hintIn, hintInDomain, isNamedIn } = context
  const kind = kindOfName?.(place.name, place.town) ?? null
  if (kind?.corrects(main) === true) return kind.key
  if (kind !== null && kind.isNarrow !== true) return null
  // The author of a list knows what its businesses do.
  if (isNamedIn === undefined || (main !== undefined && isNamedIn(textOf(place), main))) return null
  const hint = hintIn?.(place.name) ?? null
  if (hint?.corrects(main) === true) return hint.key
  const further = place.domain === null ? null : (hintInDomain?.(place.domain, place.name) ?? null)
  return further?.corrects(main) === true ? further.key : null
}

// A pet store that its source calls a groomer is not a groomer.
function withoutContradicted(keys: readonly string[], text: string, { isNamedIn }: CategoryContext): string[] {
  const [main] = keys
  if (main === undefined || isNamedIn === undefined || !isSpecificCategory(main) || isNamedIn(text, main))
    return [...keys]
  return keys.slice(1)
}

const textOf = ({ name, domain }: NamedPlace): string => `${name} ${domain ?? ''}`.toLowerCase()

// A source that cannot say more about a place than "professional services" has only guessed its other categories.
function withoutGuesses(keys: readonly string[], text: string, isNamedIn: CategoryContext['isNamedIn']): string[] {
  const [main] = keys
  if (isNamedIn === undefined || main === undefined || !isGenericCategory(main)) return [...keys]
  return keys.filter(key => isGenericCategory(key) || isNamedIn(text, key))
}

function withoutDoubtful(
  keys: readonly string[],
  { text, told }: { text: string; told: string | null },
  doubtAbout: NonNullable<CategoryContext['doubtAbout']>,
): string[] {
  const [main = ''] = keys
  return [
    ...new Set(
      keys.flatMap((key, position) => {
        const doubt = key === told ? undefined : doubtAbout(key, main)
        if (doubt === undefined || doubt.isSupportedBy(text)) return key
        return position === 0 ? (doubt.instead ?? key) : []
      }),
    ),
  ]
}

// "plumbing" says what a place in "professional services" and "plumbing" is.
const genericLast = (keys: string[]): string[] =>
  keys.toSorted((a, b) => Number(isGenericCategory(a)) - Number(isGenericCategory(b)))

const machineHosts = new Set([
  'atm',
  'atms',
  'bank_credit_union',
  'banks',
  'bank',
  'convenience_store',
  'courier_and_delivery_service',
  'courier_and_delivery_services',
  'credit_union',
  'currency_exchange',
  'financial_service',
  'flowers_and_gifts_shop',
  'gas_station',
  'grocery_store',
  'shopping',
])

const pickupPoint =
  /^(?:amazon (?:hub )?(?:locker|counter)|vinted go|(?:ups|fedex) (?:access point|drop ?box)|usps collection (?:box|point))\b/i
const bikeStation = /^(?:citi ?bike|divvy|bluebikes|[a-z]* ?bcycle)\b/i
const busStop = /\bbus stop\b/i
const subway = /^mta subway\b/i
const bookBox = /^little free (?:library|pantry)\b/i
const kiosk = /^(?:coinstar|redbox|ecoatm|minute ?key|keyme|resharp)\b|\bpropane exchange\b/i

// An ATM listed as a bank is not worth a call as a bank, so it gets its own category. So do other things that stand at
// somebody else's business.
function machineCategory(name: string, main: string | undefined): string | null {
  if (pickupPoint.test(name)) return 'package_locker'
  if (bikeStation.test(name)) return 'bike_sharing'
  if (kiosk.test(name)) return 'self_service_kiosk'
  if (bookBox.test(name)) return 'book_exchange_box'
  if (busStop.test(name)) return 'bus_stop'
  if (subway.test(name)) return 'metro_station'
  const isAtHost = main === undefined || machineHosts.has(main)
  return isAtHost && /\bATM\b/.test(name) ? 'atm' : null
}
