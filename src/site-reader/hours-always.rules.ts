import { linesBefore, linesFrom } from './hours-lines.rules.ts'
import { HOURS_LABEL, hoursTitle } from './hours-words.ts'
import type { SiteOwner } from './site-owner.ts'

const mention = /[Nn]ever [Cc]los|NEVER CLOS|24 ?(?:\/ ?7|[Hh](?:ou)?rs)\b|[Rr]ound[- ]the[- ]clock/g
const MAX_MENTIONS = 20
const ALWAYS = String.raw`24 ?(?:/ ?7|h(?:ou)?rs(?: (?:a|per) day)?(?:[ ,&-]{1,3}(?:7|seven) ?days(?: (?:a|per) week)?)?)\b(?: ?/ ?365)?`
/** "We never close, 24/7". */
const never = new RegExp(
  String.raw`^we(?: never close|(?: are|'re) never closed)(?:[ ,.!|()-]{1,3}(?:(?:always )?open )?${ALWAYS})?[ ,.!()-]{0,3}$`,
  'i',
)
/** "24/7", perhaps with something behind it that is about days only. */
const whole = new RegExp(
  String.raw`^(?<label>${HOURS_LABEL})?(?<we>(?:we are|we're) )?(?:(?:always )?open )?${ALWAYS}[ ,.!()-]{0,3}(?:(?:\b(?:including|incl|weekends?|public|holidays?|365|days|a|per|year|and|all|week|round|the|clock)\b[ ,.!&()-]{0,3}){0,8})$`,
  'i',
)
/** "We're available 24 hours a day", "Open 24/7". */
const said = new RegExp(
  String.raw`\b(?:available|open|here|on call|ready|operat\w{1,5}|at your service)(?: (?:to|for|and|we|you|are|help|serve|at|all|day|night|call|your|on) ?){0,4},? ?(?:${ALWAYS}|(?<=(?:available|open)[ \w]{1,20})a?round[- ]the[- ]clock)(?<behind>[^.!?|]{0,40})`,
  'i',
)
/** Who is available, at the end of the words before: nobody, "we are", "our plumbers are", or a name. */
const whose =
  /(?:^|[.!?,:;|] ?|\b(?:and|so|because|that|why|whenever|when) )(?:(?:[Ww]e|[Tt]hey|[Yy]ou can (?:call|reach) us)(?:'re| are|'ll be| will be| stay)?|(?:[Oo]ur|[Tt]he|[Aa]) (?:[\w-]+ ){0,3}(?:team|staff|crew|experts?|professionals?|pros|plumbers?|technicians?|locksmiths?|drivers?|contractors?|specialists?)(?: is| are)?|[A-Z][\w'&.-]*(?: (?:(?:and|of|&) )?[A-Z][\w'&.-]*){1,5}(?: is| are)?)?(?: (?:always|also|now|still|proudly|currently))? ?$/
const denied = /\b(?:not|never|no longer)\b|n't\b|\bcannot\b/i
/** Says that something happens once, or for some only: "24 hours after your visit", "24 hours a day for members". */
const limited = /\b(?:after|before|prior|notice|advance|later|following|members?|guests|residents|customers only)\b/i
const UNTIL = String.raw`(?:[-\u2010-\u2015]|to|until|till)`
const DAYS = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?'
/**
 * Times that show that the business closes, even if its hours cannot be read: "Monday 9-5", "9am-5pm", "closes at 5". The
 * search starts at a digit, because it is faster than looking for the words in front of it.
 */
const closing = new RegExp(
  String.raw`\d(?:${[
    String.raw`(?<=\b\d)(?=\d?(?::\d\d)? ?(?:[ap]\.?m\.?)? ?${UNTIL} ?\d{1,2}(?!\d))(?<=\b${DAYS}\b[^\n]{0,40}?.)`,
    String.raw` ?[ap]\.?m\.? ?${UNTIL} ?\d{1,2}(?::\d\d)? ?[ap]\.?m\b`,
    String.raw`(?<=\b(?:clos(?:es?|ed|ing)|open) (?:at|until|till|by) .)`,
  ].join('|')})`,
  'i',
)
export const mentionsTimes = (text: string): boolean => closing.test(text)
/** Says that only a part of the business is meant. */
const ofPart =
  /\b(?:emergenc\w+|support|online|hot ?line|help ?line|chat|answering|monitor\w*|access\w*|dispatch\w*|portal|website|urgent|after[- ]hours (?:line|service)|service line)\b/i

/**
 * Whether a page says that the business is always open. Certain are "Hours: 24/7", "We are open 24/7", and "24/7" below
 * "Hours". Likely are sentences such as "We're available 24 hours a day".
 */
export function alwaysOpen(text: string): 'certain' | 'likely' | null {
  let mentions = 0
  let isLikely = false
  for (const { index } of text.matchAll(mention)) {
    if (mentions++ > MAX_MENTIONS) break
    const from = text.lastIndexOf('\n', index) + 1
    const line = linesFrom(text, from).next().value?.text ?? ''
    const { label, we } = whole.exec(line)?.groups ?? {}
    if (label !== undefined || we !== undefined || never.test(line)) return 'certain'
    if (
      whole.test(line.replace(/^(?:always )?available /i, '')) &&
      hoursTitle.test(linesBefore(text, from).at(-1) ?? '')
    )
      return 'certain'
    const sentence = said.exec(line)
    isLikely ||=
      sentence !== null &&
      !ofPart.test(sentence[0]) &&
      !limited.test(sentence[0]) &&
      isOfAll(line.slice(0, sentence.index)) &&
      !isPartTitle(linesBefore(text, from).at(-1) ?? '') &&
      !/^for /i.test(
        linesFrom(text, from + 1)
          .take(2)
          .toArray()
          .at(1)?.text ?? '',
      )
  }
  return isLikely ? 'likely' : null
}

const NEAR = 30
const MAX_CLAUSE = 80
const isOfAll = (before: string): boolean =>
  !ofPart.test(before.slice(-NEAR)) && !denied.test(before.slice(-NEAR)) && whose.test(before.slice(-MAX_CLAUSE))
const isPartTitle = (line: string): boolean => line.length < MAX_CLAUSE && ofPart.test(line)
const trade =
  /plumb|locksmith|lock ?and ?key|\btow\b|towing|tow ?trucks?\b|wrecker|roadside|rooter|drain|hvac|heating|furnace|restoration|restorers|flood(?!light|plain)|water damage|h[oô]tel|motel|\binn\b|hostel|taxi|\bcabs?\b|limos?\b|limousine|\bbail\b|bail ?bonds?|garage ?door|gas ?station|petrol|truck ?stop|storage|\bgym\b|fitness|security|hospital(?!ity)|funeral|crematori|casino|ambulance/i
/** True for a business of a trade that works around the clock. */
export const isRoundTheClock = ({ domain, names }: SiteOwner): boolean =>
  [domain, ...names].some(name => trade.test(name))
