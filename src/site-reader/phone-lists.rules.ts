/** Finds lists of the numbers of others: "Useful numbers", "Our sponsors", "When we are closed, please go to:". */

const filler = String.raw`(?:[\p{L}'’\d-]+ ){0,3}`
const list = [
  String.raw`(?:other |some |more )?(?:useful|handy|community|government) (?:(?:phone|telephone|contact|community|local|service|utility) ){0,2}(?:numbers|resources|links)`,
  String.raw`(?:local|national|crisis|community|mental health|recovery|outside) (?:(?:and|&) \p{L}+ )?(?:resources|hotlines?|helplines?)(?: (?:and|&) \p{L}+)?`,
  String.raw`(?:crisis )?(?:hotlines|helplines|lifelines)(?: (?:and|&) \p{L}+)?`,
  String.raw`(?:(?:thanks|thank you|a (?:big|special) thank you) to )?${filler}(?:sponsors|advertisers|benefactors)[.!]?`,
  String.raw`(?:our )?(?:(?:trusted|preferred|recommended|referral|favorite|valued|local|community|business) ){1,2}(?:partners|vendors|businesses|providers|professionals|contractors|suppliers|referrals)(?: (?:list|directory))?`,
  String.raw`(?:our )?(?:insurance )?(?:carriers|companies we represent)(?: we represent)?`,
  String.raw`(?:report|file|make) (?:a|an|your) claim|(?:insurance |carrier |company )?claims? (?:phone )?(?:numbers|contacts|hotlines)`,
  String.raw`(?:local|nearby|area) (?:attractions|hotels|lodging|businesses)|where to stay`,
  String.raw`(?:utility|utilities) (?:companies|providers|numbers|contacts)`,
  String.raw`(?:nearby |local |24[ -]hour |area )?emergency (?:vets|veterinarians|hospitals|clinics|animal hospitals|vet clinics)`,
  String.raw`classifieds|(?:member )?(?:ads|advertisements)`,
  String.raw`num[ée]ros utiles|nos (?:partenaires|commanditaires)|n[úu]meros [úu]tiles|(?:nuestros )?patrocinadores`,
].join('|')
const heading = new RegExp(String.raw`^(?:${list})\s?[:.!]?$`, 'iu')
const sending = new RegExp(
  String.raw`(?:${[
    String.raw`\b(?:closed|hours|emergenc\p{L}+|urgent|unavailable|not (?:open|available))\b[^:\n]{0,80}\b(?:go|head|proceed|be taken|take (?:your|him|her|them|it|the)(?: \p{L}+)?)(?: directly| straight| immediately)? to(?! our\b| \p{L}+ website)(?: [^:\n]{3,60})?`,
    String.raw`\b(?:we|i) (?:refer|recommend|suggest|partner with|work with)\b(?! (?:that )?(?:you|\p{L}+ing)\b)[^:\n]{0,60}`,
    String.raw`\brefer(?:red)? (?:you |our \p{L}+ )?to\b[^:\n]{0,40}`,
    String.raw`\b(?:call|contact|visit|reach)\b[^:\n]{0,30} (?:one of )?the following (?:agenc|organi[sz]ation|hospital|compan|carrier|hotel|resource|vendor)\p{L}*[^:\n]{0,40}`,
    String.raw`\b(?:call|contact|reach) (?:your|the) (?:insurance )?(?:carrier|insurer|insurance company)\b[^:\n]{0,60}`,
  ].join('|')})(?<!\b(?:numbers?|us|line)) ?:$`,
  'iu',
)
/** After these words, the text is about the business again. */
const ofOwn =
  /^\s*(?:contact(?: us)?|(?:our )?(?:address|hours|location|office)s?|opening hours|(?:visit|find|follow|reach|call) us|about us|get in touch|menu)\s?:?\s*$|\u00a9|copyright|all rights reserved|\bor (?:call|contact|reach) us\b/im

const MAX_BEFORE = 500
const MAX_LINE = 160
const MIN_HEADING = 3
const MAX_HEADING = 80
const MAX_GAP = 300

/** Tells whether a part of the page ends between two positions. `level` is that of its heading. */
export type PageParts = {
  /** The level of the heading that starts between two positions. That of a link is more than 6. */
  levelAt: (from: number, to: number) => number | undefined
  endsBetween: (from: number, to: number, level: number) => boolean
}
const NO_HEADING = 6

const isOfList = (line: string): boolean =>
  (line.length >= MIN_HEADING && line.length <= MAX_HEADING && heading.test(line)) ||
  (line.length <= MAX_LINE && line.endsWith(':') && sending.test(line))

/** Tells whether a number is in a list of the numbers of others. Expects growing positions. */
export function phoneListsIn(text: string, parts: PageParts | undefined): (at: number, end: number) => boolean {
  let last: { end: number; level: number } | undefined
  const goesOn = (from: number, to: number, level: number) =>
    parts?.endsBetween(from, to, level) !== true && !ofOwn.test(text.slice(from, to))
  return (at, end) => {
    if (last !== undefined && at - last.end < MAX_GAP && goesOn(last.end, at, last.level)) {
      last.end = end
      return true
    }
    last = undefined
    const from = Math.max(0, at - MAX_BEFORE)
    const before = text.slice(from, at)
    const [own = '', ...above] = before.split('\n').toReversed()
    let lineEnd = at - own.length - 1
    for (const line of above) {
      const lineStart = lineEnd - line.length
      const said = line.trim()
      if (isOfList(said)) {
        const level = parts?.levelAt(lineStart - 1, lineEnd) ?? NO_HEADING
        if (level > NO_HEADING || !goesOn(lineEnd, at, level)) return false
        last = { end, level }
        return true
      }
      lineEnd = lineStart - 1
    }
    return false
  }
}
