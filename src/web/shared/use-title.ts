import { useEffect } from 'react'
import { productName } from '#contract/product.ts'

let hasTitle = false

/** Names the page. Screen readers read the first title themselves, and the others from the live region of `App`. */
export function useTitle(title = productName): void {
  useEffect(() => {
    document.title = title
    if (hasTitle) document.getElementById('said')?.replaceChildren(title)
    hasTitle = true
  }, [title])
}

export const titled = (screen: string): string => `${screen} · ${productName}`
