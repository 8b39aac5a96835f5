import { useEffect } from 'react'
import { productName } from '#contract/product.ts'

/** Sets the document's title while the screen is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ?? productName
  }, [title])
}

export const titled = (screen: string): string => `${screen} · ${productName}`
