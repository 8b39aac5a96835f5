import { useEffect } from 'react'
import { productName } from '#contract/product.ts'

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ?? productName
  }, [title])
}

export const titled = (screen: string): string => `${screen} · ${productName}`
