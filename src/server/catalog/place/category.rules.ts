const MAX_CATEGORIES = 10
const MAX_KEY_LENGTH = 80

// The top levels of Overture's two category trees, and other keys that are just as broad.
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

/** Whether a key says what a business does. Broad keys such as "services_and_business" do not. */
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

/** Whether a key fits any trade, such as "professional_services". */
export const isGenericCategory = (key: string): boolean => generic.has(key)

/** Turns words into a key in Overture's spelling: "med_spa" for "Med Spa". Null if no letter remains. */
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

/** The kind of business according to a name. */
export type NameKind = {
  key: string
  /** Whether the kind should replace the source's main category. */
  corrects: (main: string | undefined) => boolean
  /** True if hints still count when the kind does not replace the main category. */
  isNarrow?: boolean
}

/** A doubt about a category that sources often give to businesses of another kind. */
export type CategoryDoubt = {
  /** Whether a name or a domain in lower case confirms the category. */
  isSupportedBy: (text: string) => boolean
  /** The category that replaces an unconfirmed main category. Null if there is none. */
  instead: string | null
}

export type CategoryContext = {
  /** Turns the category words of a list into a key. */
  keyOf?: ((words: string) => string | null) | undefined
  kindOfName?: ((name: string, town: string | null) => NameKind | null) | undefined
  /** The kind that words anywhere in the name suggest. Used if name and domain have no word for the main category. */
  hintIn?: ((name: string) => NameKind | null) | undefined
  /** The same for words that are only in the domain. */
  hintInDomain?: ((domain: string, name: string) => NameKind | null) | undefined
  doubtAbout?: ((key: string, main: string) => CategoryDoubt | undefined) | undefined
  /** Whether a name or a domain in lower case has a word for the category. */
  isNamedIn?: ((text: string, key: string) => boolean) | undefined
}

export type NamedPlace = { name: string; town: string | null; domain: string | null }

/**
 * The category keys of a place without duplicates. The main category comes first, and generic categories come last.
 *
 * The name overrules the source's main category: "Elizabeth Plumbing" is a plumber, even if the source lists it as a
 * hardware store or only in a broad category. A doubtful category counts only if the name or the domain confirms it.
 * The same applies to all further categories if the main category is generic.
 */
export function pickCategories(words: readonly string[], place: NamedPlace, context: CategoryContext = {}): string[] {
  const { keyOf = categoryKey, doubtAbout, isNamedIn } = context
  const keys = words.flatMap(word => keyOf(word) ?? [])
  const machine = machineCategory(place.name, keys[0])
  if (machine !== null) return [machine]
  const text = textOf(place)
  const ordered = genericLast([...new Set(withoutGuesses(keys, text, isNamedIn))])
  const betterMain = betterMainCategory(place, ordered[0], context)
  const corrected =
    betterMain === null ? ordered : [...new Set([betterMain, ...withoutContradicted(ordered, text, context)])]
  const certain = doubtAbout === undefined ? corrected : withoutDoubtful(corrected, { text, betterMain }, doubtAbout)
  return withoutGuesses(certain, text, isNamedIn).slice(0, MAX_CATEGORIES)
}

/**
 * The category according to the name or the domain, if it should replace the source's main category; otherwise null.
 */
function betterMainCategory(place: NamedPlace, main: string | undefined, context: CategoryContext): string | null {
  const { kindOfName, hintIn, hintInDomain, isNamedIn } = context
  const kind = kindOfName?.(place.name, place.town) ?? null
  if (kind?.corrects(main) === true) return kind.key
  if (kind !== null && kind.isNarrow !== true) return null
  // The author of a list knows what its businesses do.
  if (isNamedIn === undefined || (main !== undefined && isNamedIn(textOf(place), main))) return null
  const hint = hintIn?.(place.name) ?? null
  if (hint?.corrects(main) === true) return hint.key
  const domainHint = place.domain === null ? null : (hintInDomain?.(place.domain, place.name) ?? null)
  return domainHint?.corrects(main) === true ? domainHint.key : null
}

// Removes the main category if the name contradicts it: a pet store is not a groomer, even if its source says so.
function withoutContradicted(keys: readonly string[], text: string, { isNamedIn }: CategoryContext): string[] {
  const [main] = keys
  if (main === undefined || isNamedIn === undefined || !isSpecificCategory(main) || isNamedIn(text, main))
    return [...keys]
  return keys.slice(1)
}

const textOf = ({ name, domain }: NamedPlace): string => `${name} ${domain ?? ''}`.toLowerCase()

// If the main category is only "professional services", the source has guessed the others. Those that the name or the
// domain does not confirm are removed.
function withoutGuesses(keys: readonly string[], text: string, isNamedIn: CategoryContext['isNamedIn']): string[] {
  const [main] = keys
  if (isNamedIn === undefined || main === undefined || !isGenericCategory(main)) return [...keys]
  return keys.filter(key => isGenericCategory(key) || isNamedIn(text, key))
}

function withoutDoubtful(
  keys: readonly string[],
  { text, betterMain }: { text: string; betterMain: string | null },
  doubtAbout: NonNullable<CategoryContext['doubtAbout']>,
): string[] {
  const [main = ''] = keys
  return [
    ...new Set(
      keys.flatMap((key, position) => {
        const doubt = key === betterMain ? undefined : doubtAbout(key, main)
        if (doubt === undefined || doubt.isSupportedBy(text)) return key
        return position === 0 ? (doubt.instead ?? key) : []
      }),
    ),
  ]
}

// For "professional services" and "plumbing", the main category should be "plumbing".
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

// Nobody wants to call an ATM that is listed as a bank, so it gets its own category. So do other things that are
// located at another business.
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
