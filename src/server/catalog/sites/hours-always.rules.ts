import { linesBefore, linesFrom } from './hours-lines.rules.ts'
import { HOURS_LABEL, hoursTitle } from './hours-words.ts'

const mention = /24 ?(?:\/ ?7|[Hh](?:ou)?rs)\b/g
const MAX_MENTIONS = 20
/** "24/7", perhaps with something behind it that is about days only. */
const whole = new RegExp(
  String.raw`^(?<label>${HOURS_LABEL})?(?<we>(?:we are|we're) )?(?:(?:always )?open )?24 ?(?:/ ?7|h(?:ou)?rs(?: a day)?(?:[ ,&-]{1,3}(?:7|seven) days(?: (?:a|per) week)?)?)\b(?: ?/ ?365)?[ ,.!()-]{0,3}(?:(?:\b(?:including|incl|weekends?|public|holidays?|365|days|a|per|year|and|all|week|round|the|clock)\b[ ,.!&()-]{0,3}){0,8})$`,
  'i',
)
/** True if a line says that the business is always open: "Hours: 24/7", "We are open 24/7", or "24/7" below "Hours". */
export function isAlwaysOpen(text: string): boolean {
  let mentions = 0
  for (const { index } of text.matchAll(mention)) {
    if (mentions++ > MAX_MENTIONS) return false
    const from = text.lastIndexOf('\n', index) + 1
    const line = linesFrom(text, from).next().value?.text ?? ''
    const { label, we } = whole.exec(line)?.groups ?? {}
    if (label !== undefined || we !== undefined) return true
    if (
      whole.test(line.replace(/^(?:always )?available /i, '')) &&
      hoursTitle.test(linesBefore(text, from).at(-1) ?? '')
    )
      return true
  }
  return false
}
