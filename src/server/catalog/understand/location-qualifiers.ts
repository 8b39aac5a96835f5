const distance = String.raw`\d{1,3}[ -]?(?:mi|miles?)\b\.?`
const minutes = String.raw`[ -]?min(?:ute)?s?\b\.?`
const hours = String.raw`[ -]?(?:hours?|hrs?)\b\.?`
// What is two hours away is another place, and what is within two hours has the place in its middle.
const timeAway = String.raw`(?:(?:[1-9]|[1-5]\d|60)${minutes}|(?:an|one|1)${hours})`
const timeWithin = String.raw`(?:\d{1,3}${minutes}|(?:an|one|\d)${hours})`
const area = String.raw`(?:areas?|towns?|cities|suburbs?|communities|counties|region|places)`

/** Words after a place that do not change which place is meant. */
const behind = [
  String.raw`\(?(?:(?:and|&|\+|plus|with|y)\s+)?(?:the |its |all )?(?:surrounding|nearby|neighboring|adjacent)(?: ${area})?\)?`,
  String.raw`\(?(?:and|&|\+|plus|incl(?:\.|uding)?|with)\s+(?:the |its |all )?(?:suburbs|vicinity|outskirts|environs|beyond|areas? around(?: it)?)\)?`,
  String.raw`y (?:sus )?(?:alrededores|cercan[ií]as)`,
  String.raw`\(?(?:\+|plus)? ?(?:within |up to )?(?:a )?${distance}(?: radius)?\)?`,
  String.raw`(?:greater )?(?:metro(?:politan|plex)?|tri-?state)(?: ${area})?`,
  String.raw`(?:suburbs|vicinity|outskirts|city limits|proper|campus)`,
  String.raw`\(?(?:statewide|citywide|countywide)\)?`,
]
/** Words before a place that do not change which place is meant. */
const before = [
  String.raw`(?:(?:about )?${timeAway}|(?:within|less than) ${timeWithin}) (?:drive |away )?(?:of|from|outside(?: of)?)`,
  String.raw`(?:within )?(?:a )?${distance}(?: radius)? (?:of|from|around)`,
  String.raw`(?:just |right )?(?:north|south|east|west|northeast|northwest|southeast|southwest)(?:ern)? of`,
  String.raw`(?:just |right )?(?:outside|outside of|by|close by|minutes from|next to|near|in(?: or |/)near|(?:looking|somewhere) (?:in|near|around))`,
  String.raw`(?:the )?(?:greater |general )?(?:areas?|suburbs|outskirts|vicinity|towns?|cities) (?:of|around|near|surrounding|in)`,
  String.raw`(?:all (?:over|across|around|through)|across|throughout|anywhere in|everywhere in|serving|based in|located in)`,
  String.raw`(?:cerca (?:de|a)|(?:el )?(?:[aá]rea|zona|afueras|norte|sur|este|oeste)(?: metropolitana)? de|alrededor(?:es)? de|en|ciudad de|la ciudad de|centro de|el centro de|estado de|el estado de)`,
]
const AREA_BEHIND = / (?:area|region)$/i
const qualifier = new RegExp(String.raw`^(?:${before.join('|')})\s+|[\s,]+(?:${behind.join('|')})[\s.]*$`, 'iu')

const MAX_QUALIFIERS = 3

/**
 * Removes words that do not change which place is meant: "Wichita KS metro", "Texarkana TX/AR", "cerca de Dallas",
 * "Boise and surrounding areas". Null if there are none.
 */
export function withoutQualifiers(typed: string): string | null {
  let words = typed.trim().replaceAll(/\s+/g, ' ')
  for (let count = 0; count < MAX_QUALIFIERS; count++) {
    const shorter = words.replace(qualifier, '').trim()
    if (shorter === words || shorter === '') break
    words = shorter
  }
  words = words.replace(/ ([a-z]{2})[/-][a-z]{2}$/i, ' $1')
  words = words.replace(/^(?:el )?condado de (.+?)(,.*)?$/iu, '$1 county$2')
  return words === typed || NOT_A_PLACE.test(words) ? null : words
}
const NOT_A_PLACE = /^(?:me|us|you|here|my|our|town|the city)\b/i

/**
 * The words before "area" or "region"; null if there are none. A single word is not sure: "Bay Area" is not the town
 * Bay.
 */
export function withoutArea(typed: string): { words: string; isSure: boolean } | null {
  const words = typed.trim().replace(AREA_BEHIND, '')
  return words === typed.trim() ? null : { words, isSure: /\S[\s,]+\S/.test(words.replace(/^the /i, '')) }
}
