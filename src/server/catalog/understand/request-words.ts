const WHO = String.raw`(?:who|where|someone|somebody|anyone|people|person|guys?|(?:(?:local|small) )?(?:compan(?:y|ies)|business(?:es)?|contractors?|shops?|stores?|places?|doctors?|lawyers?|pros?))`
const LINK = String.raw`(?:(?:that|who|which|to|can|could|will|i|you|we) )*`
const request = new RegExp(
  String.raw`^${WHO} ${LINK}([a-z]+(?: (?:in|on|out|up))?) (?:(?:my|your|our|the|a|an) )*(\S.*)$`,
  'i',
)

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
  const [, verb, thing] = request.exec(words) ?? []
  if (verb === undefined || thing === undefined) return []
  // "Get your car inspected" asks for a car inspection.
  const [, done, doing] = /^(\S.*) (\w+?)e?d$/.exec(thing) ?? []
  if (/^(?:gets?|ha(?:ve|s))$/.test(verb) && done !== undefined)
    return [`${done} ${doing}ion`, `${done} ${doing}ing`, `${done} ${doing}`, `${done} repair`]
  if (/^(?:to|for|with|from|at|by) /.test(thing)) return []
  if (verb === 'buy' && /^(?:where|places?) /.test(words)) return [`${thing} store`, thing]
  const found = wordings.find(([verbs]) => verbs.test(verb))
  const patterns = found?.slice(1).map(String) ?? (isWork.test(verb) ? [`X ${ingOf(verb)}`, `X ${verb}`] : [])
  return patterns.map(pattern => pattern.replace('X', thing))
}

// "Businesses that need cleaning" and "lawyers who advertise" ask for customers, not for a trade.
const isWork =
  /^(?:clean|paint|pump|train|board|groom|wash|mow|cut|trim|remove|haul|move|inspect|tow|detail|print|engrave|ship|teach|treat|test|seal|pav|plow|weld|plan|photograph|cater|tint|wrap|tun|sharpen|frame|reupholster|restor|demolish|dig|drill|mak)e?s?$/
const ingOf = (verb: string) => `${verb.replace(/(?<!s)s$/, '').replace(/(?<!e)e$/, '')}ing`
