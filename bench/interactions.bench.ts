import type { Page } from '@playwright/test'
import { migrate } from '#server/platform/database/migrate.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { buildWeb, openPage } from './support/browser.ts'
import { mainThreadWork } from './support/main-thread-work.ts'
import { median, milliseconds, ratio } from './support/measure.ts'
import { addRichUser, type RichUser } from './support/rich-user.ts'
import { seedLeads } from './support/seed-leads.ts'
import { openTarget } from './support/targets.ts'

const LEADS = 1000
const SLOW_DOWN = 4
const TIMES = 12
const PAUSE_MS = 400
/** About 400 characters a minute: a fast typist. */
const KEY_MS = 150
/** From mouse down to mouse up, for a fast user. Both events are handled and measured. */
const PRESS_MS = 80

type Interaction = {
  event: 'click' | 'keydown'
  /** The control that has the focus before the first key press. */
  focused?: string
  act: (page: Page, time: number) => Promise<void>
}
/** Types a word and deletes it. */
const keys = [...Array.from('bakery'), ...Array.from('bakery', () => 'Backspace')]
const press = { delay: PRESS_MS }
const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click(press)
const reference = 'an empty click'
const interactions: Record<string, Interaction> = {
  [reference]: { event: 'click', act: page => page.getByRole('heading', { level: 1 }).click(press) },
  'a character in the filter': {
    event: 'keydown',
    focused: 'Filter leads',
    act: (page, time) => page.getByLabel('Filter leads').press(keys[time % keys.length] ?? '', { noWaitAfter: true }),
  },
  'grid and table': { event: 'click', act: (page, time) => click(time % 2 === 0 ? 'Table' : 'Grid')(page) },
  'sort in the grid': {
    event: 'keydown',
    focused: 'Sort leads',
    act: (page, time) => page.getByLabel('Sort leads').press(time % 2 === 0 ? 'ArrowDown' : 'ArrowUp'),
  },
  'select all': { event: 'click', act: page => page.getByLabel('Select all').click(press) },
  'select one': { event: 'click', act: page => page.getByRole('checkbox').nth(2).click(press) },
}

/**
 * From an event to the next paint with 1,000 loaded leads, on a CPU slowed down four times, compared with a click that
 * does nothing.
 */
export async function run(): Promise<void> {
  await buildWeb()
  const target = await openTarget('embedded')
  try {
    await migrate(target.db)
    const user = await addRichUser(target.db, 'elite')
    const searchId = await seedLeads(target.db, user.id, LEADS, { inOneSearch: true })
    await target.release()
    const server = await startServerProcess(target.settings)
    try {
      const address = `${server.address}/leads?search=${searchId}`
      print(await measureAt(address, user))
      await printWork(address, user)
    } finally {
      await server.stop()
    }
  } finally {
    await target.close()
  }
}

async function measureAt(address: string, user: RichUser): Promise<Map<string, number[]>> {
  const { page, browser } = await openPage(address, user, SLOW_DOWN)
  try {
    await page.getByRole('article').first().waitFor()
    await page.evaluate(recordInteractions)
    const measured = new Map<string, number[]>()
    for (const [name, interaction] of Object.entries(interactions))
      measured.set(name, await paintsOf(page, interaction))
    return measured
  } finally {
    await browser.close()
  }
}

async function paintsOf(page: Page, { event, focused, act }: Interaction): Promise<number[]> {
  await settle(page, focused)
  const paints: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.evaluate(() => window.recorded.splice(0))
    await act(page, time)
    let seen: Window['recorded'] = []
    while (!seen.some(({ type }) => type === event)) {
      await page.waitForTimeout(event === 'keydown' ? KEY_MS : PAUSE_MS)
      seen = await page.evaluate(() => window.recorded)
    }
    paints.push(Math.max(...seen.map(({ nextPaint }) => nextPaint)))
  }
  return paints
}

async function settle(page: Page, focused: string | undefined): Promise<void> {
  if (focused !== undefined) await page.getByLabel(focused).focus()
  await page.waitForTimeout(PAUSE_MS)
}

declare global {
  interface Window {
    recorded: { type: string; nextPaint: number }[]
  }
}

/** Runs in the browser. Measures from each event to the moment after the next frame. */
function recordInteractions(): void {
  window.recorded = []
  for (const type of ['pointerdown', 'click', 'keydown'])
    addEventListener(
      type,
      event => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            window.recorded.push({ type, nextPaint: performance.now() - event.timeStamp })
          })
          port1.start()
          port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
}

const worst = (values: number[]): number => Math.max(...values)

function print(measured: Map<string, number[]>): void {
  console.log(
    `\n${LEADS} leads, Chromium, ${SLOW_DOWN}x slower; milliseconds to the next paint (and times the reference)`,
  )
  const base = median(measured.get(reference) ?? [])
  for (const [name, next] of measured)
    console.log(
      `  ${name.padEnd(24)} median ${milliseconds(median(next))} (${ratio(median(next), base)})  worst ${milliseconds(worst(next))}`,
    )
}

/** Work of the main thread at the CPU's own speed, which does not depend on other work on the machine. */
async function printWork(address: string, user: RichUser): Promise<void> {
  const { page, browser } = await openPage(address, user, 1)
  try {
    await page.getByRole('article').first().waitFor()
    console.log(`\n  work of the main thread, times ${SLOW_DOWN}`)
    for (const [name, { event, focused, act }] of Object.entries(interactions)) {
      await settle(page, focused)
      const work = await mainThreadWork(page, event, async () => {
        for (let time = 0; time < TIMES; time++) {
          await act(page, time)
          await page.waitForTimeout(PAUSE_MS)
        }
      })
      console.log(
        `  ${name.padEnd(24)} median ${milliseconds(median(work) * SLOW_DOWN)}  worst ${milliseconds(worst(work) * SLOW_DOWN)}`,
      )
    }
  } finally {
    await browser.close()
  }
}
