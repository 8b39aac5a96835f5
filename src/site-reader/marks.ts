import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Traces of services and software in a page's code. `ended`: they no longer work, or are no longer maintained. */
export type MarkGroup =
  | 'booking'
  | 'ordering'
  | 'shop'
  | 'payment'
  | 'form'
  | 'chat'
  | 'newsletter'
  | 'reviews'
  | 'analytics'
  | 'tagManager'
  | 'pixels'
  | 'ended'
/**
 * `address`: of a script, a frame, a form, or a link: a host, and what its path contains. `file`: of a script or style
 * of the page, wherever it is. `link`: of a link or a form. `code`: a script in the page. `generator`: the tag that
 * names what made the page.
 */
type Where = 'address' | 'file' | 'link' | 'code' | 'generator'
export type FoundMark = { name: string; group: MarkGroup }
export type Mark = FoundMark & { where: Where; pattern: string; source: string }

/** Each line of `marks.txt` is a mark. */
export const marks: readonly Mark[] = readFileSync(path.join(import.meta.dirname, 'marks.txt'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [name = '', group, where, pattern = '', source = ''] = line.trim().split(' ; ')
    return { name, group: group as MarkGroup, where: where as Where, pattern, source: `https://${source}` }
  })

const at = (where: Where): Mark[] => marks.filter(mark => mark.where === where)
const byHost = Map.groupBy(
  at('address').map(mark => {
    const [host = '', ...rest] = mark.pattern.split('/')
    return { mark, host, inPath: rest.length === 0 ? '' : `/${rest.join('/')}` }
  }),
  ({ host }) => host,
)
/** One expression for all of them, because most texts have none. */
const matcher = (where: Where, flags = '') => {
  const each = at(where).map(mark => ({ mark, pattern: new RegExp(mark.pattern, flags) }))
  const any = new RegExp(each.map(({ mark }) => mark.pattern).join('|'), flags)
  return (text: string): { mark: Mark; shown: string }[] =>
    any.test(text)
      ? each.flatMap(({ mark, pattern }) => {
          const [shown] = pattern.exec(text) ?? []
          return shown === undefined ? [] : { mark, shown }
        })
      : []
}
export const marksOf = { file: matcher('file', 'i'), code: matcher('code'), generator: matcher('generator') }

/** Copies of websites have `../calendly.com/x.js` for `https://calendly.com/x.js`. */
const parts = /^(?:(?:https?:)?\/\/|(?:\.\.\/){1,9})([^/?#:]{4,100})[^/?#]{0,6}([^?#]{0,200})/i
/** Hosts whose names say what they are for: `reserve.example.com`. */
const namedHost =
  /^(?:book(?:ings?)?|reserv(?:e|ations?)|schedul(?:e|er|ing)|appointments?|(?<pay>pay(?:ments?)?|billpay|epay))\.[\w-]+\.\w/i
/** The service that an absolute address belongs to. */
export function markOfAddress(address: string): FoundMark | undefined {
  const [, host, after = ''] = parts.exec(address) ?? []
  if (host === undefined) return undefined
  for (let name = host.toLowerCase(); name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = byHost.get(name)?.find(({ inPath }) => after.includes(inPath))
    if (found !== undefined) return found.mark
  }
  const groups = namedHost.exec(host)?.groups
  return groups === undefined ? undefined : { name: host, group: groups.pay === undefined ? 'booking' : 'payment' }
}

const inLinks = at('link')
export const markOfLink = (address: string): Mark | undefined =>
  inLinks.find(({ pattern }) => address.includes(pattern))

/** Services that scripts load. Addresses of other services in a script may only be links. */
const loaded = new Set<MarkGroup>(['chat', 'newsletter', 'reviews', 'analytics', 'tagManager', 'pixels'])
const inCode = /\/\/[\w-]{1,30}(?:\.[\w-]{1,40}){1,3}(?:\/[\w./-]{0,80})?/g
export function* marksLoadedIn(code: string): Generator<{ mark: FoundMark; shown: string }> {
  for (const [shown] of code.matchAll(inCode)) {
    const mark = markOfAddress(shown)
    if (mark !== undefined && loaded.has(mark.group)) yield { mark, shown }
  }
}
