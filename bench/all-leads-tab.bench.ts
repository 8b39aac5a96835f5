import type { Page } from '@playwright/test'
import { migrate } from '#server/platform/database/migrate.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { buildWeb, openPage } from './support/browser.ts'
import { milliseconds, ratio } from './support/measure.ts'
import { addRichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { openTarget } from './support/targets.ts'

const LEADS = 50_000
const TIMES = 5
/** Pages of 100 leads each. */
const PAGES = 60

/**
 * How long the tab "All Leads" takes to open with 50,000 leads, and how much memory the browser uses after 6,000 of
 * them were scrolled by.
 */
export async function run(): Promise<void> {
  await buildWeb()
  const target = await openTarget('embedded')
  try {
    await migrate(target.db)
    const user = await addRichUser(target.db, 'elite')
    await seedLeads(target.db, user.id, LEADS)
    await target.release()
    const server = await startServerProcess(target.settings)
    const { page, browser } = await openPage(`${server.address}/leads?view=table`, user, 1)
    try {
      await page.getByRole('row').nth(1).waitFor()
      const reference = await fastestOpening(page, 'Search Specific', 'Load More Results')
      const opening = await fastestOpening(page, 'All Leads', '50,000 leads found')
      console.log(
        `\nopening All Leads: ${milliseconds(opening)} ms (${ratio(opening, reference)} of opening one search)`,
      )
      const before = await heapBytes(page)
      await scrollThrough(page)
      const after = await heapBytes(page)
      console.log(`heap of the page: ${megabytes(before)} MB with 1 page, ${megabytes(after)} MB after ${PAGES} pages`)
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await target.close()
  }
}

/** From the click on a tab of My Leads, freshly loaded each time, to its leads. */
async function fastestOpening(page: Page, tab: string, sign: string): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const other = tab === 'All Leads' ? '' : '&tab=all'
    await page.goto(`${new URL(page.url()).origin}/leads?view=table${other}`)
    await page.getByRole('row').nth(5).waitFor()
    const start = performance.now()
    await page.getByRole('tab', { name: tab }).click()
    await page
      .getByText(sign)
      .or(page.getByText('500 leads', { exact: true }))
      .first()
      .waitFor()
    await page.getByRole('row').nth(5).waitFor()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

async function scrollThrough(page: Page): Promise<void> {
  const cursors = new Set<string>()
  page.on('response', response => {
    if (response.url().includes('cursor=')) cursors.add(response.url())
  })
  while (cursors.size < PAGES - 1) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await page.waitForTimeout(50)
  }
}

async function heapBytes(page: Page): Promise<number> {
  // Unused pages are released after ten seconds.
  await page.waitForTimeout(12_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
