/** Ways to find addresses that a beginner would write. They tell how hard the pages are. */
const mailto = /mailto:([^"'?<>\s]+)/gi
const pattern = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
const blocked =
  /\.(?:png|jpe?g|gif|svg|webp|js|css)$|@(?:\d|.*(?:sentry|wixpress|example|domain\.com|yoursite|website\.com|email\.com))/

const found = (text: string, expression: RegExp): string[] =>
  Array.from(text.matchAll(expression), match => safeDecoded(match[1] ?? match[0]).toLowerCase())

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const byLinks = (texts: readonly string[]): string[] => texts.flatMap(text => found(text, mailto))
const byPattern = (texts: readonly string[]): string[] => [
  ...byLinks(texts),
  ...texts.flatMap(text => found(text, pattern)),
]

export const simpleExtractors: readonly (readonly [string, (texts: readonly string[]) => string[]])[] = [
  ['mailto links only', byLinks],
  ['mailto and regex', byPattern],
  ['with a blocklist', texts => byPattern(texts).filter(address => !blocked.test(address))],
]
