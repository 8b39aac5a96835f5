import type { Page } from '@playwright/test'

/** The layout shift since the page began to load, as browsers measure it. */
export async function shiftWhileLoading(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' })
  return shiftSoFar(page)
}

/** The same, since the page that is open was loaded. What moves right after a click does not count. */
export const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    // Shifts caused by the last reply are reported after the next paint.
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as Shift[]
    observer.disconnect()
    return shifts.reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0)
  })
