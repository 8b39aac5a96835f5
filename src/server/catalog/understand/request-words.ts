const NEED = String.raw`(?:(?:i|we)(?:['’]?m| am|['’]?re| are)? (?:need|want|looking for|would like|(?:need|want|have) to (?:find|hire))|looking for|need|find(?: me)?|hire) `
const WHO = String.raw`(?:(?:a|an|some) )?(?:who|where|someone|somebody|somewhere|anyone|people|person|guys?|(?:(?:local|small) )?(?:compan(?:y|ies)|business(?:es)?|contractors?|shops?|stores?|places?|doctors?|lawyers?|pros?))`
const LINK = String.raw`(?:(?:that|who|which|where|to|can|could|will|would|i|you|we|help(?:s|ing)?|me|us) )*`
const request = new RegExp(
  String.raw`^(?:${NEED})?${WHO} ${LINK}([a-z]+(?: (?:in|on|out|up|away|down|off))?) (?:(?:my|your|our|the|a|an) )*(\S.*)$`,
  'i',
)
/** What follows is no part of the thing: "my camper over the winter", "the carpets in my apartment". */
const CIRCUMSTANCE = String.raw`(?: (?:at|before|after|when|while|over|during|because|so) | in (?:my|our|the) (?:house|home|apartment|office|building|yard|backyard|garage|basement|attic|kitchen|bathroom)\b)`
/** "I need my driveway plowed" */
const wantedDone = new RegExp(
  String.raw`^${NEED}(?:to (?:have|get) )?(?:my|our) (\S.*) (\w*[aeiouy]\w+ed|done)(?=$|${CIRCUMSTANCE})`,
  'i',
)

/** "My basement is flooded", "our furnace won't start" */
const complaint =
  /^(?:my|our) (\S.*?) (?:(?:is|are|got|has|have|keeps?) )*(leak(?:s|ing|ed)?|broken|clogged|cracked|flooded|dented|stuck|not working|(?:won['’]?t|doesn['’]?t|does not|will not|isn['’]?t|stopped|quit) .*)$/

/** For each verb, the words for trades that do this with a thing, likeliest first. `X` stands for the thing. */
const wordings: readonly (readonly [verbs: RegExp, ...wordings: string[]])[] = [
  [/^(?:sells?|carr(?:y|ies)|stocks?|gets?)$/, 'X store', 'X'],
  [/^buys?$/, 'X buyer'],
  [/^stores?$/, 'X storage'],
  [/^(?:fix(?:es)?|repairs?|works? on|services?)$/, 'X repair', 'X'],
  [/^(?:installs?|puts? in|replaces?|mounts?)$/, 'X installation', 'X'],
  [/^(?:rents?(?: out)?)$/, 'X rental'],
  [/^(?:builds?|makes?|manufactures?)$/, 'X builder', 'X maker', 'X manufacturer', 'X'],
  [/^(?:do|does|offers?|provides?|handles?|gives?|specialize in|specializes in)$/, 'X', 'X repair', 'X remodeling'],
]

// "Tiendas de muebles" and "venta de llantas" mean the same as "muebles" and "llantas" alone.
const inSpanish =
  /^(?:tiendas?|servicios?|talleres|taller|negocios?|empresas?|compañ[ií]as?|venta|lugares|locales) de (?:l[ao]s? |el )?(\S.*)$/

/**
 * Other words for a request such as "stores that sell vapes", "companies that fix foundations", "someone to clean my
 * gutters", or "who does drywall".
 */
export function wordingsOfRequest(typed: string): string[] {
  const words = typed
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/ (?:near|close to|around|in) (?:me|here|my area)$/, '')
  const [, spanish] = inSpanish.exec(words) ?? []
  if (spanish !== undefined) return [spanish]
  const [, wanted, doneTo] = wantedDone.exec(words) ?? []
  if (wanted !== undefined && doneTo !== undefined) return wordingsOfDone(wanted, doneTo)
  const [, damaged, damage] = complaint.exec(words) ?? []
  if (damaged !== undefined && damage !== undefined) return wordingsOfDamage(damaged, damage)
  const [, verb, whole] = request.exec(words) ?? []
  if (verb === undefined || whole === undefined) return []
  return withAndWithoutCircumstances(verb, whole).flatMap(thing => wordingsOf(words, verb, thing))
}

const isDamage = /^(?:fix|repair|servic|restor|rebuil)/

/** What the work is called: "car inspection" if a car is inspected, and "blood work" if blood work is done. */
function wordingsOfDone(thing: string, done: string): string[] {
  if (done === 'done') return [thing]
  const doing = done
    .replace(/ied$/, 'y')
    .replace(/([bdgmnprt])\1ed$/, '$1')
    .replace(/e?d$/, '')
  return [`${thing} ${doing}ion`, `${thing} ${doing}ing`, `${thing} ${doing}`].concat(
    isDamage.test(done) ? [`${thing} repair`] : [],
  )
}

/** "Leaking roof" and "roof repair" for a roof that leaks. */
const wordingsOfDamage = (thing: string, damage: string): string[] =>
  damage.includes(' ') ? [`${thing} repair`] : [`${damage.replace(/s$/, 'ing')} ${thing}`, `${thing} repair`]

const circumstance = new RegExp(CIRCUMSTANCE, 'g')

/** The thing, and the thing without its circumstances. What follows "in" or "for" would be taken for a place. */
function withAndWithoutCircumstances(verb: string, thing: string): string[] {
  const ends = [...thing.matchAll(circumstance)]
  const hasPlace = / (?:in|for|near|around|within) /.test(thing)
  // "Fix the crack in my windshield" asks for the repair of a windshield crack.
  const [, part, whole] = /^(\S+) (?:in|on|of) (?:my|your|our|the|a|an) (\S+)$/.exec(thing) ?? []
  const isFixed = /^(?:fix|repair|replace|patch)/.test(verb) && part !== undefined && whole !== undefined
  return [
    ...(isFixed ? [`${whole} ${part}`] : []),
    ...(hasPlace ? [] : [thing]),
    ...ends.map(({ index }) => thing.slice(0, index)).toReversed(),
  ]
}

function wordingsOf(words: string, verb: string, thing: string): string[] {
  const [, done, doneTo] = /^(\S.*) (\w+ed|done)$/.exec(thing) ?? []
  if (/^(?:gets?|ha(?:ve|s))$/.test(verb) && done !== undefined && doneTo !== undefined)
    return wordingsOfDone(done, doneTo)
  if (/^(?:to|for|with|from|at|by) /.test(thing)) return []
  if (verb === 'buy' && /^(?:where|places?) /.test(words)) return [`${thing} store`, thing]
  const found = wordings.find(([verbs]) => verbs.test(verb))
  const patterns = found?.slice(1).map(String) ?? (isWork.test(verb) ? [`X ${ingOf(verb)}`, `X ${verb}`] : [])
  const phrase = asksForCustomers.test(verb) ? [] : [`${verb.replace(/(?<!s)s\b/, '')} ${thing.replaceAll(looks, '')}`]
  return [...patterns.map(pattern => pattern.replace('X', thing)), ...phrase]
}

/** Words that say nothing about the work: "haul away an old couch". */
const looks = /\b(?:old|dead|broken|big|huge|large|small|used|new) /g

// "Businesses that need cleaning" and "lawyers who advertise" ask for customers, not for a trade.
const asksForCustomers =
  /^(?:who|that|which|needs?|wants?|ha(?:s|ve)|uses?|hires?|leases?|rents?|owns?|plays?|adopts?|rides?|learns?|accepts?|advertises?|delivers?|likes?|loves?|looks?|are|is|do|does|gets?|sells?|offers?|buys?)$/
const isWork =
  /^(?:clean|paint|pump|train|board|groom|wash|mow|cut|trim|remove|haul|move|inspect|tow|detail|print|engrave|ship|teach|treat|test|seal|pav|plow|weld|plan|photograph|cater|tint|wrap|tun|sharpen|frame|reupholster|restor|demolish|dig|drill|mak)e?s?$/
const ingOf = (verb: string) => `${verb.replace(/(?<!s)s$/, '').replace(/(?<!e)e$/, '')}ing`
