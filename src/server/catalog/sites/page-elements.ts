type Attributes = Readonly<Record<string, string>>

/** Elements whose text visitors do not see. */
const unread = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'textarea',
  'select',
  'option',
  'iframe',
  'object',
])
/** Inline elements. */
export const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q s small span strong sub sup tt u var wbr o:p'.split(
    ' ',
  ),
)
/** Elements without an end tag. */
export const isVoid = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const hidden = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i
const backwards = /direction\s{0,3}:\s{0,3}rtl/i
const faxName = /^fax(?: (?:icon|number))?:?$/i
/** What a picture says in the text around it: the "@" of an address, or that a fax number follows. */
export function shownByPicture(name: string, attributes: Attributes): string | undefined {
  if (name !== 'img') return undefined
  const { alt = '' } = attributes
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
export type Shown = { name: string; isHidden: boolean; isBackwards: boolean; hasOwnLines: boolean }

export function shownAs(name: string, attributes: Attributes, parent: Shown | undefined): Shown {
  const { style } = attributes
  return {
    name,
    isHidden:
      parent?.isHidden === true ||
      unread.has(name) ||
      attributes.hidden !== undefined ||
      (style !== undefined && hidden.test(style)),
    isBackwards:
      parent?.isBackwards === true ||
      (style !== undefined && backwards.test(style)) ||
      (name === 'bdo' && attributes.dir === 'rtl'),
    hasOwnLines: name === 'pre' || parent?.hasOwnLines === true,
  }
}

/** True if no attribute of an element can contain a fact, as with most elements. */
export function isBare(attributes: Attributes): boolean {
  for (const name in attributes) if (name !== 'class' && name !== 'id' && name !== 'style') return false
  return true
}
