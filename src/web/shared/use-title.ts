import { useEffect } from 'react'
import { productName } from '#contract/product.ts'

/** The document's title while a screen shows. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ?? productName
  }, [title])
}

export const titled = (screen: string): string => `${screen} · ${productName}`
