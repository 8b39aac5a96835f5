import { FAX_MARK } from './phones-in-text.ts'

export type Attributes = Readonly<Record<string, string>>

/** What a reader has to know about an element. Elements with the same name share an object, so that reading is fast. */
export type Tag = {
  name: string
  isInline: boolean
  isVoid: boolean
  /** Visitors do not see the text in it. */
  isUnread: boolean
  isHeading: boolean
}

const words = (text: string): Set<string> => new Set(text.split(' '))
const inline = words(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q s small span strong sub sup tt u var wbr o:p',
)
const voidElements = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
)
const unread = words('script style noscript template svg textarea select option iframe object')

const makeTag = (name: string): Tag => ({
  name,
  isInline: inline.has(name),
  isVoid: voidElements.has(name),
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

const hidden = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i
const backwards = /direction\s{0,3}:\s{0,3}rtl/i
const faxName = /^fax(?: (?:icon|number))?:?$/i
/** What a picture says in the text around it: the "@" of an address, or that a fax number follows. */
export function shownByPicture(name: string, { alt = '' }: Attributes): string | undefined {
  if (name !== 'img') return undefined
  if (/^[[(]?\s?(?:@|at)\s?[\])]?$/i.test(alt)) return '@'
  return faxName.test(alt) ? FAX_MARK : undefined
}

const faxClass = /(?:^|[\s_-])fax(?:[\s_-]|$)/
const ofPhone = /phone|tel/i

/** Elements whose class says nothing about the text that follows: the whole page, and parts of forms. */
const withoutLabel = new Set('html body form fieldset label select option textarea button'.split(' '))
/** True for an icon or an element whose class says that a fax number follows. */
export const isFaxClass = ({ name, isVoid }: Tag, names: string | undefined): boolean =>
  names?.includes('fax') === true &&
  faxClass.test(names) &&
  !ofPhone.test(names) &&
  (name === 'img' || !isVoid) &&
  !withoutLabel.has(name)

/** How visitors see an element. */
export type Shown = {
  tag: Tag
  isHidden: boolean
  /** In a script, a form field, or another element whose text nobody ever sees. */
  isUnread: boolean
  isBackwards: boolean
  hasOwnLines: boolean
}

export function shownAs(tag: Tag, attributes: Attributes, parent: Shown | undefined): Shown {
  const { style } = attributes
  return {
    tag,
    isUnread: tag.isUnread || parent?.isUnread === true,
    isHidden:
      parent?.isHidden === true ||
      tag.isUnread ||
      attributes.hidden !== undefined ||
      (style !== undefined && hidden.test(style)),
    isBackwards:
      parent?.isBackwards === true ||
      (style !== undefined && backwards.test(style)) ||
      (tag.name === 'bdo' && attributes.dir === 'rtl'),
    hasOwnLines: tag.name === 'pre' || parent?.hasOwnLines === true,
  }
}
