/** Elements whose text visitors do not see. */
export const unread = new Set([
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
export const hidden = /display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden/i
export const backwards = /direction\s{0,3}:\s{0,3}rtl/i
/** True for a picture of the "@" in an address. */
export const isAtSign = (name: string, { alt = '' }: Readonly<Record<string, string>>): boolean =>
  name === 'img' && /^[[(]?\s?(?:@|at)\s?[\])]?$/i.test(alt)
