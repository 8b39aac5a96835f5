import type { Attributes } from './page-parser.ts'
import type { Tag } from './page-tags.ts'

const hidden = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i
const backwards = /direction\s{0,3}:\s{0,3}rtl/i
const faxName = /^fax(?: (?:icon|number))?:?$/i
/** What a picture says in the text around it: the "@" of an address, or that a fax number follows. */
export function shownByPicture(name: string, { alt = '' }: Attributes): string | undefined {
  if (name !== 'img') return undefined
  if (/^[[(]?\s?(?:@|at)\s?[\])]?$/i.test(alt)) return '@'
  return faxName.test(alt) ? FAX_LABEL : undefined
}

/** Stands in the text for an icon, a class, or microdata that says that a fax number follows. */
export const FAX_LABEL = ' Fax: '
const faxClass = /(?:^|[\s_-])fax(?:[\s_-]|$)/
const ofPhone = /phone|tel/i

/** True for an icon or an element whose class says that a fax number follows. */
export const isFaxClass = (names: string | undefined): boolean =>
  names?.includes('fax') === true && faxClass.test(names) && !ofPhone.test(names)

/** How visitors see an element. */
export type Shown = { tag: Tag; isHidden: boolean; isBackwards: boolean; hasOwnLines: boolean }

export function shownAs(tag: Tag, attributes: Attributes, parent: Shown | undefined): Shown {
  const { style } = attributes
  return {
    tag,
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
