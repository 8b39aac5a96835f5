// A place that is 150 miles or two hours from a town is another place.
const distance = String.raw`(?:\d{1,2}[ -]?(?:mi|miles?)|(?:[1-5]?\d|60)[ -]?min(?:ute)?s?|(?:one|1)? ?(?:hour|hr))\b\.?`
const area = String.raw`(?:areas?|towns?|cities|suburbs?|communities|counties|region|places)`
const businesses = String.raw`(?:all |any |local |small )*(?:business(?:es)?|companies|shops|stores|leads|clients|customers|prospects)`

/** Words behind a place that do not change which place is meant. */
const behind = [
  String.raw`\(?(?:(?:and|&|\+|plus|with|y)\s+)?(?:the |its |all )?(?:surrounding|nearby|neighboring|adjacent)(?: ${area})?\)?`,
  String.raw`\(?(?:and|&|\+|plus|incl(?:\.|uding)?|with)\s+(?:the |its |all )?(?:suburbs|vicinity|outskirts|environs|beyond|areas? around(?: it)?)\)?`,
  String.raw`y (?:sus )?(?:alrededores|cercan[ií]as)`,
  String.raw`\(?(?:\+|plus)? ?(?:within |up to )?(?:a )?${distance}(?: radius)?\)?`,
  String.raw`(?:greater )?(?:metro(?:politan|plex)?|tri-?state)(?: ${area})?`,
  String.raw`(?:suburbs|burbs|vicinity|outskirts|city limits|proper|campus)`,
  String.raw`\(?(?:state[ -]?wide|city[ -]?wide|county[ -]?wide|(?:the )?(?:whole|entire) (?:state|city|county))\)?`,
  String.raw`(?:please|pls|thanks|thank you|only|all|all (?:counties|cities|towns)|(?:all )?zip ?codes|\(city\)|\(both sides\))`,
  String.raw`(?:or|and) (?:nearby|close by|around there)`,
  String.raw`(?:local |small )?(?:business(?:es)?|companies|shops|leads)`,
]
/** Words before a place that do not change which place is meant. */
const before = [
  String.raw`(?:within |less than |about )?(?:a |an )?${distance}(?: drive| radius| away)? (?:of|from|around|outside(?: of)?)`,
  String.raw`(?:just |right |far )?(?:(?:north|south)?(?:east|west|north|south)(?:ern)?|[ns][ew]?|[ew]) of`,
  String.raw`(?:just |right )?(?:outside|outside of|by|close by|minutes from|next to|near|(?:looking|somewhere) (?:in|near|around))`,
  String.raw`(?:the )?(?:greater |general )?(?:areas?|suburbs|outskirts|vicinity|towns?|cities) (?:of|around|near|surrounding|in)`,
  String.raw`(?:all (?:over|across|around|through)|across|throughout|anywhere in|everywhere in|serving|based in|located in)`,
  String.raw`(?:location|loc|city|town|area|place|where|market|territory)\s*[:=,-]`,
  String.raw`(?:(?:i['’]?m|i am|we['’]?re|we are) )?(?:looking|searching)(?: (?:for|in|at|around|near))+`,
  String.raw`(?:i|we) (?:want|need)|(?:show|give) me|let['’]?s (?:do|try)|try|maybe|find|search(?: (?:in|for))?`,
  String.raw`${businesses} (?:in|near|around|from|for)`,
  String.raw`(?:just|only)|(?:any|some)where (?:near|around|in)|the(?= greater )`,
  String.raw`(?:the )?(?:city|town) of`,
  String.raw`(?:all )?(?:counties|cities|towns|zip ?codes?) (?:in|for|of)`,
  String.raw`(?:cerca (?:de|a)|(?:el )?(?:[aá]rea|zona|afueras|norte|sur|este|oeste)(?: metropolitana)? de|alrededor(?:es)? de|en|(?:la )?ciudad de|(?:el )?centro de|(?:el )?estado de)`,
]
const qualifier = new RegExp(String.raw`^(?:${before.join('|')})\s+|[\s,]+(?:${behind.join('|')})[\s.]*$`, 'iu')

// "Tulsa; OK" and "tulsa|ok". Two towns may be a list.
const BEFORE_CODE = /\s*[;:|_>→]+\s*(?=[a-z]{2}\.?\s*$)/i
const AREA_BEHIND = / (?:area|region)$/i
const NOT_A_PLACE = /^(?:me|us|you|here|my|our|town|the city)\b/i
const MAX_QUALIFIERS = 3

/**
 * Removes words that do not change the place: "Wichita KS metro", "Boise and surrounding areas". Null if there are
 * none, or if they are about no certain place ("near me").
 */
export function withoutQualifiers(typed: string): string | null {
  let words = typed
    .replace(BEFORE_CODE, ', ')
    .replaceAll(/[[\]{}*!?"“”…]+/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
  for (let count = 0; count < MAX_QUALIFIERS; count++) {
    const shorter = words.replace(qualifier, '').trim()
    if (shorter === words || shorter === '') break
    words = shorter
  }
  words = words.replace(/ ([a-z]{2})[/-][a-z]{2}$/i, ' $1')
  words = words.replace(/^(?:el )?condado de (.+?)(,.*)?$/iu, '$1 county$2')
  return words === typed || NOT_A_PLACE.test(words) ? null : words
}

/** The words before "area" or "region"; null without. A single word is not sure: "Bay Area" is not the town Bay. */
export function withoutArea(typed: string): { words: string; isSure: boolean } | null {
  const words = typed.trim().replace(AREA_BEHIND, '')
  return words === typed.trim() ? null : { words, isSure: /\S[\s,]+\S/.test(words.replace(/^the /i, '')) }
}
