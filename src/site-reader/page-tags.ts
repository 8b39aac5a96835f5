export type Attributes = Readonly<Record<string, string>>

/** What a reader has to know about an element. There is one object for each name, so that pages are read quickly. */
export type Tag = {
  name: string
  isInline: boolean
  /** It has no end tag. */
  isVoid: boolean
  /** Visitors do not see the text in it. */
  isUnread: boolean
  isHeading: boolean
}

const words = (text: string): Set<string> => new Set(text.split(' '))
const inline = words(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q s small span strong sub sup tt u var wbr o:p',
)
const withoutEnd = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
)
const unread = words('script style noscript template svg textarea select option iframe object')

const makeTag = (name: string): Tag => ({
  name,
  isInline: inline.has(name),
  isVoid: withoutEnd.has(name),
  isUnread: unread.has(name),
  isHeading: /^h[1-3]$/.test(name),
})

const MAX_KNOWN = 500
const known = new Map<string, Tag>()
export function tagOf(name: string): Tag {
  const tag = known.get(name) ?? makeTag(name)
  // Pages can have any number of made-up elements.
  if (known.size < MAX_KNOWN) known.set(name, tag)
  return tag
}
