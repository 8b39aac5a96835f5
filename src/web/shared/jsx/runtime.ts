import type { ElementType, Key, ReactElement, ReactNode } from 'react'
import * as react from 'react/jsx-runtime'

export { Fragment, type JSX } from 'react/jsx-runtime'

type Props = { children?: ReactNode }

/**
 * Every `.tsx` file creates its elements here (`jsxImportSource` in tsconfig.json). A browser that translates a page
 * puts each text into an element of its own. React then no longer finds its texts: a changed text does not appear, and
 * React throws when it removes or moves a text, or inserts something before it. An element whose only child is a text
 * is safe, because React sets its whole content. So each text that has siblings gets an element.
 */
export const jsxDEV = (type: ElementType<Props>, props: Props, key?: Key, isStatic = false): ReactElement => {
  const children = childrenOf(type, props)
  const make = isStatic && Array.isArray(children) ? react.jsxs : react.jsx
  return make(type, children === props.children ? props : { ...props, children }, key)
}
export const jsx = (type: ElementType<Props>, props: Props, key?: Key): ReactElement => jsxDEV(type, props, key)
export const jsxs = (type: ElementType<Props>, props: Props, key?: Key): ReactElement => jsxDEV(type, props, key, true)

function childrenOf(type: unknown, props: Props): ReactNode {
  const children = textsApart(props.children)
  // A fragment has no element on the page.
  return typeof type === 'symbol' && isText(children) ? inElement(children) : children
}

/** Texts in a row become one. */
function textsApart(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children
  const parts: ReactNode[] = children.map(textsApart)
  if (!parts.some(isText)) return parts.every((part, index) => part === children[index]) ? children : parts
  if (parts.every(part => isText(part) || isNothing(part))) return parts.filter(isText).join('')
  // Each of the others keeps its position, which is its key.
  return parts.map((part, index) => {
    if (!isText(part)) return part
    return isText(parts[index - 1]) ? null : inElement(textFrom(parts, index), `text ${index}`)
  })
}

function textFrom(parts: ReactNode[], start: number): string {
  const end = parts.findIndex((part, index) => index > start && !isText(part))
  return parts
    .slice(start, end === -1 ? undefined : end)
    .filter(isText)
    .join('')
}

const isText = (node: ReactNode): node is string | number | bigint =>
  typeof node === 'number' || typeof node === 'bigint' || (typeof node === 'string' && node !== '')
const isNothing = (node: ReactNode): boolean =>
  node === null || node === undefined || node === '' || typeof node === 'boolean'

const inElement = (text: string | number | bigint, key?: string): ReactElement =>
  react.jsx('span', { children: String(text) }, key)
