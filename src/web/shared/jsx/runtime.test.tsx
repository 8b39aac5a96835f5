import { render } from '@testing-library/react'
import { array, assert, constantFrom, letrec, oneof, property } from 'fast-check'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { translate } from '#tests/support/translate.ts'

const inElement = (children: ReactNode[]) => <b>{children}</b>
const inFragment = (children: ReactNode[]) => <>{children}</>
const inComponent = (children: ReactNode[]) => <Passed>{children}</Passed>
const inSentence = ([first, second]: ReactNode[]) => (
  <i>
    {first} and {second}
  </i>
)
const Passed = ({ children }: { children: ReactNode }) => <>{children}</>
const withKey = (node: ReactNode, index: number) =>
  typeof node === 'object' && node !== null ? <Passed key={index}>{node}</Passed> : node

/** What a screen may put into an element. */
const { content } = letrec<{ content: ReactNode; several: ReactNode[] }>(tie => ({
  content: oneof(
    { depthSize: 'small', withCrossShrink: true },
    constantFrom<ReactNode>(null, false, undefined, '', ' ', 'leads', '20 of 50', 0, 7),
    ...[inElement, inFragment, inComponent, inSentence].map(put => tie('several').map(put)),
  ),
  several: array(tie('content'), { maxLength: 4 }).map(nodes => nodes.map(withKey)),
}))

test('a translated page shows what a screen renders next, whatever it showed before', () => {
  assert(
    property(array(content, { minLength: 2, maxLength: 4 }), states => {
      const page = render(null)
      for (const state of states) {
        page.rerender(<p>Found: {state}</p>)
        const fresh = render(<p>Found: {state}</p>)
        expect(page.container.textContent).toBe(fresh.container.textContent)
        fresh.unmount()
        translate(page.container)
      }
      page.unmount()
    }),
  )
})
