/** What a parser has to know about an element. Each of the usual ones has one object, so that pages are read quickly. */
export type Tag = {
  name: string
  isInline: boolean
  /** It has no end tag. */
  isVoid: boolean
  /** Visitors do not see the text in it. */
  isUnread: boolean
  /** Its text has neither elements nor entities. */
  isRaw: boolean
  isHeading: boolean
  /** The level of a heading, or 0 for a large part of the page such as its foot. */
  partLevel: number | null
  /** The elements that end where it starts. */
  ends: ReadonlySet<string> | null
  /** In it, names and CDATA sections have the rules of SVG and MathML, or again those of HTML. */
  context: 'svg' | 'math' | 'html' | null
}

const words = (text: string): string[] => text.split(' ')

const inline = new Set(
  words(
    'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q s small span strong sub sup tt u var wbr o:p',
  ),
)
const withoutEnd = new Set(
  words('area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'),
)
const unread = new Set(words('script style noscript template svg textarea select option iframe object'))
const raw = new Set(words('script style iframe noembed noframes plaintext xmp'))
const parts = new Set(words('header footer main aside nav'))
const integration = new Set(words('mi mo mn ms mtext annotation-xml desc title'))

const p = new Set(['p'])
const inHeadings = new Set(words('h1 h2 h3 h4 h5 h6 p'))
const fields = new Set(words('input option optgroup select button datalist textarea'))
const sections = new Set(['thead', 'tbody'])
const definitions = new Set(['dd', 'dt'])
const annotations = new Set(['rt', 'rp'])
const ends = new Map<string, ReadonlySet<string>>([
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th'])],
  ['td', new Set(['thead', 'th', 'td'])],
  ['body', new Set(['head', 'link', 'script'])],
  ['a', new Set(['a'])],
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
  ['optgroup', new Set(['optgroup', 'option'])],
  ...words('h1 h2 h3 h4 h5 h6').map(name => [name, inHeadings] as const),
  ...words('select input output button datalist textarea').map(name => [name, fields] as const),
  ...words('dd dt').map(name => [name, definitions] as const),
  ...words('rt rp').map(name => [name, annotations] as const),
  ...words('tbody tfoot').map(name => [name, sections] as const),
  ...words(
    'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul',
  ).map(name => [name, p] as const),
])

const contextOf = (name: string): Tag['context'] =>
  name === 'svg' || name === 'math' ? name : integration.has(name) ? 'html' : null

const makeTag = (name: string): Tag => ({
  name,
  isInline: inline.has(name),
  isVoid: withoutEnd.has(name),
  isUnread: unread.has(name),
  isRaw: raw.has(name),
  isHeading: /^h[1-3]$/.test(name),
  partLevel: /^h[1-6]$/.test(name) ? Number(name.slice(1)) : parts.has(name) ? 0 : null,
  ends: ends.get(name) ?? null,
  context: contextOf(name),
})

const known = new Map(
  [
    ...inline,
    ...withoutEnd,
    ...unread,
    ...integration,
    ...ends.keys(),
    ...words(
      'html head thead caption label center picture path g use line circle rect video audio canvas summary dialog',
    ),
  ].map(name => [name, makeTag(name)]),
)
/** In SVG, with HTML in it. */
export const foreignObject: Tag = { ...makeTag('foreignObject'), context: 'html' }
export const paragraph = makeTag('p')
export const lineBreak = makeTag('br')
known.set('p', paragraph)
known.set('br', lineBreak)

/** The element with this name, in any case. */
export const tagOf = (name: string): Tag => known.get(name) ?? lowerTagOf(name.toLowerCase())
const lowerTagOf = (name: string): Tag => known.get(name) ?? makeTag(name)
