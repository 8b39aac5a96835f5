type Group = { rules: { pattern: string; isAllowed: boolean }[]; delay: number; isEmpty: boolean }

/** In characters. Websites have far fewer rules, and comparing an address with this many takes a moment. */
const MAX_PATTERNS = 50_000

/** Other records, such as sitemaps, may be anywhere, and belong to no group. */
const record = /^[ \t]*(user-agent|allow|disallow|crawl-delay)[ \t]*:[ \t]*([^\r\n#]*)/gim

/**
 * What a robots.txt (RFC 9309) says to an agent: its own group counts, or else that of all agents, and there the longest
 * rule that fits. Only these two groups are kept, because a hostile file names thousands of agents, and one with far too
 * many rules forbids everything.
 */
export function readRobots(text: string, agent: string): { delay: number; isAllowed: (url: string) => boolean } {
  const [own, all] = [agent, '*'].map((): Group => ({ rules: [], delay: 0, isEmpty: true })) as [Group, Group]
  const named = new Set<Group>()
  let isNaming = false
  for (const [, key = '', rest = ''] of text.matchAll(record)) {
    const [field, value] = [key.toLowerCase(), rest.trimEnd()]
    if (field === 'user-agent' && !isNaming) named.clear()
    isNaming = field === 'user-agent'
    const name = value.split('/', 1)[0]?.trim().toLowerCase()
    if (isNaming && name === '*') named.add(all)
    if (isNaming && name === agent.toLowerCase()) named.add(own)
    for (const group of isNaming ? [] : named) {
      group.isEmpty = false
      if (field === 'crawl-delay') group.delay = Number(value) || 0
      else if (value !== '') group.rules.push({ pattern: encoded(value), isAllowed: field === 'allow' })
    }
  }
  const { rules, delay } = own.isEmpty ? all : own
  if (rules.reduce((sum, { pattern }) => sum + pattern.length, 0) > MAX_PATTERNS)
    return { delay, isAllowed: () => false }
  rules.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
  const isAllowed = (url: string): boolean => {
    const { pathname, search } = new URL(url)
    const path = encoded(pathname + search)
    return rules.find(({ pattern }) => fits(pattern, path))?.isAllowed ?? true
  }
  return { delay, isAllowed }
}

const encoded = (path: string): string =>
  encodeURI(path).replaceAll(/%25([\da-f]{2})?/gi, (_, code: string | undefined) => `%${code?.toUpperCase() ?? ''}`)

/** Whether a path begins as the pattern says. `*` is any text, and `$` the end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const last = isWhole ? others.pop() : ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return last === undefined ? at === path.length : at + last.length <= path.length && path.endsWith(last)
}
