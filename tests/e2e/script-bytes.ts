import { expect, type Page } from '@playwright/test'

/** Counts the scripts that a page loads from now on. The returned function tells their compressed size in bytes. */
export function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', request => {
    if (new URL(request.url()).pathname.endsWith('.js'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => {
    // Scripts are requested after the first paint, which may come late.
    await expect.poll(() => sizes.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
}
