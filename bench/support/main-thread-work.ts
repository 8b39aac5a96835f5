import type { Page } from '@playwright/test'

type Mark = { name: string; ts: number; tts: number }
const start = 'interaction'
const painted = 'painted'

/**
 * Milliseconds of main thread work from each event of this type during `act` to the moment after the next frame. Other
 * work on the machine does not count.
 */
export async function mainThreadWork(page: Page, type: string, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  await page.evaluate(markEvents, { type, start, painted })
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  await act()
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: Mark[] }
  const marks = trace.traceEvents
    .filter(({ name }) => name === start || name === painted)
    .toSorted((one, other) => one.ts - other.ts)
  return marks.flatMap(({ name, tts }, index) => {
    const before = marks[index - 1]
    return name === painted && before?.name === start ? [(tts - before.tts) / 1000] : []
  })
}

/** Runs in the browser. */
function markEvents(names: { type: string; start: string; painted: string }): void {
  addEventListener(
    names.type,
    () => {
      performance.mark(names.start)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => performance.mark(names.painted))
        port1.start()
        port2.postMessage(undefined)
      })
    },
    { capture: true },
  )
}
