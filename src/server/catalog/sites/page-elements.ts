import type { Attributes } from './page-parser.ts'
import type { Tag } from './page-tags.ts'

const hidden = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i
const backwards = /direction\s{0,3}:\s{0,3}rtl/i
/** True for a picture that shows the "@" of an address. */
export const isAtSign = (name: string, { alt = '' }: Attributes): boolean =>
  name === 'img' && /^[[(]?\s?(?:@|at)\s?[\])]?$/i.test(alt)

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
