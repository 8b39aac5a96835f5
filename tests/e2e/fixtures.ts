import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type APIRequestContext,
  type ConsoleMessage,
  expect,
  type Frame,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test'
import type { RunOptions } from 'axe-core'
import type { PaidTier } from '#contract/plans.ts'
import { handToServer } from '#server/entry/control/control-client.ts'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { mailedLink } from './mails.ts'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface extends that of the browser
  interface Window {
    axe: typeof import('axe-core')
  }
}

/** The minified form, because every page that is checked compiles it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// Chromium itself logs every reply with a status of 400 or more.
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/

// Chromium's note that a machine without a graphics card draws slowly.
const softwareDrawing = /GL Driver Message .*GPU stall due to ReadPixels/

type ConsoleFixtures = {
  /** Paths whose requests a journey expects to be refused. The browser's log of them is not a failure. */
  refusedPaths: string[]
  quietConsole: void
}

/** Every journey fails if one of its pages writes anything to the console. */
export const test = base.extend<ConsoleFixtures>({
  refusedPaths: [[], { option: true }],
  quietConsole: [
    async ({ context, refusedPaths }, use) => {
      const messages: string[] = []
      const isExpected = (message: ConsoleMessage): boolean =>
        softwareDrawing.test(message.text()) ||
        (refusal.test(message.text()) && refusedPaths.includes(new URL(message.location().url).pathname))
      context.on('console', message => {
        if (!isExpected(message)) messages.push(`${message.type()}: ${message.text()} ${message.location().url}`)
      })
      context.on('weberror', weberror => messages.push(weberror.error().message))
      // The browser does not log a violation that the script handles.
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
          console.error(`blocked by the security policy: ${violatedDirective} ${sourceFile}`)
        })
      })
      await use()
      expect(messages).toEqual([])
    },
    { auto: true },
  ],
})

let registered = 0
export const password = 'a-long-secret'
export const newUsername = (): string => `e2e-${process.pid}-${Date.now()}-${(registered += 1)}`

/** Registers a user of the free plan and signs in the given request context. */
export async function register(requests: APIRequestContext): Promise<string> {
  const username = newUsername()
  const response = await requests.post('/api/register', {
    data: { username, email: `${username}@example.com`, password },
    headers: { 'x-forwarded-for': `198.18.${process.pid % 250}.${registered % 250}` },
  })
  expect(response.status()).toBe(201)
  return username
}

/**
 * Signs in a new user of the free plan. The email is confirmed, because unconfirmed users share an allowance of leads
 * per network, and all journeys come from one address.
 */
export async function addUser(requests: APIRequestContext): Promise<string> {
  const username = await register(requests)
  const [, token] = (await mailedLink(`${username}@example.com`, '/verify-email')).split('#')
  expect((await requests.post('/api/verify-email', { data: { token } })).status()).toBe(200)
  return username
}

/** Opens a screen as a new user of the free plan. */
export async function signUp(page: Page, screen = '/dashboard'): Promise<string> {
  const username = await addUser(page.request)
  await page.goto(screen)
  return username
}

/** Runs a command of the operator, as `npm run leadline` does while the server runs. */
export async function operate(...argv: string[]): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const isEmbedded = process.env.DATABASE_URL === undefined
  const run = isEmbedded ? runInServer(argv, dataDir) : runCommandProcess(argv, { settings: { DATA_DIR: dataDir } })
  expect(await run).toMatchObject({ exitCode: 0, complaints: '' })
}

async function runInServer(argv: string[], dataDir: string) {
  const complaints: string[] = []
  const voice = { print: () => {}, progress: () => {}, complain: (line: string) => void complaints.push(line) }
  const exitCode = await handToServer({ argv, cwd: dataDir, dataDir, voice })
  return { exitCode, complaints: complaints.join('\n') }
}

/** Opens a screen as a new user to whom the operator granted a plan. */
export async function signUpWithPlan(page: Page, plan: PaidTier, screen: string): Promise<void> {
  await operate('plan', 'grant', await addUser(page.request), plan)
  await page.goto(screen)
}

export async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return (box?.y ?? Infinity) + (box?.height ?? 0)
}

/** A search with more than one page of leads. */
export async function searchRestaurants(page: Page): Promise<void> {
  await page.getByLabel('Business Category').fill('Restaurants')
  await page.getByLabel('Location').fill('Boulder, CO')
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await expect(page.getByRole('heading', { name: 'Restaurants in Boulder, CO' })).toBeVisible()
}

/**
 * Searches by a call instead of the form, for journeys about what comes after a search. Returns the path of its
 * results.
 */
export async function searchDirectly(
  requests: APIRequestContext,
  { category = 'Restaurants', location = 'Boulder, CO' } = {},
): Promise<string> {
  const search = { businessCategory: category, location, radius: 25, confirmed: true }
  const answer = await requests.post('/api/search', { data: search })
  expect(answer.status()).toBe(200)
  return `/dashboard?search=${((await answer.json()) as { search: { id: number } }).search.id}`
}

/** Opens the results of a search as a new user of the free plan. */
export async function signUpWithLeads(page: Page, where?: { location: string }): Promise<void> {
  await addUser(page.request)
  await page.goto(await searchDirectly(page.request, where))
  await expect(page.getByRole('article')).toHaveCount(20)
}

/** In light and dark mode, although only the contrast rule depends on colors. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page, 'light')).toEqual([])
  expect(await violationsOf(page, 'dark', ['color-contrast'])).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Runs in the browser. Ends all running animations, because elements that are still fading in have transitional colors.
 * A new color scheme takes effect with the next frame. The wait for that frame is at most two seconds, because a busy
 * machine can stop drawing frames until something changes on the page.
 */
async function endFading(): Promise<void> {
  const { promise: isDrawn, resolve } = Promise.withResolvers<void>()
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  setTimeout(resolve, 2000)
  await isDrawn
  for (const animation of document.getAnimations()) {
    // A spinner never ends.
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }
}

/** Without rules: all of them, and two that axe leaves out by itself. */
export async function violationsOf(page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(endFading)
  await Promise.all(page.frames().map(addAxe))
  const more = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
  const choice: RunOptions = rules ? { runOnly: rules } : { rules: more }
  const options: RunOptions = { resultTypes: ['violations'], selectors: false, ...choice }
  const violations = await page.evaluate(async chosen => (await window.axe.run(document, chosen)).violations, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Adds axe to a document that does not have it yet. Its copies in iframes of other origins answer the one in the page. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axeSource}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

/** The page does not scroll sideways, and no text leaves its card, button, or the window. */
export async function expectEverythingFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  // A message slides in from the edge.
  await expect.poll(() => page.evaluate(textOutside)).toEqual([])
}

/** Runs in the browser: finds text beyond the right edge of its frame. Some parts scroll on their own. */
function textOutside(): string[] {
  const exempt = '.sr-only, .truncate'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: string[] = []
  for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
    range.selectNodeContents(node)
    if (node.data.trim() === '' || node.parentElement?.closest(exempt) !== null) continue
    let frame = Infinity
    let window = document.documentElement.clientWidth
    for (let element: Element | null = node.parentElement; element !== null; element = element.parentElement) {
      const { overflowX, position, borderLeftWidth, borderRightWidth } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') window = Infinity
      if (overflowX !== 'visible' || position === 'absolute' || position === 'fixed') break
      const hasFrame = parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0
      if (hasFrame && frame === Infinity) frame = element.getBoundingClientRect().right
    }
    if (range.getBoundingClientRect().right > Math.min(frame, window) + 1) found.push(node.data)
  }
  return found
}

/**
 * Checks the page that is open at the widths of a phone, a tablet, and a desktop, without loading it again. Other
 * journeys load the screens at each width.
 */
export async function atEveryWidth(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await check(width)
  }
}

/** Between the other two widths, the layout is one of theirs. */
export const expectAccessibleAtEveryWidth = (page: Page): Promise<void> =>
  atEveryWidth(page, async width => {
    await expectEverythingFits(page)
    if (width !== 768) await expectAccessible(page)
  })

/** A window of 1280 pixels at 400% zoom, and nearly one of 768 at 200%. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 450 })
  await expectEverythingFits(page)
  if (before) await page.setViewportSize(before)
}

/** Presses Tab until the element with this name has the focus. Iframes are matched by their name. */
export async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  // A slow page may not have rendered the element yet.
  const message = `the keyboard reaches ${name}`
  const isReached = async () => {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(nameOfFocused)
    return typeof name === 'string' ? focused === name : name.test(focused)
  }
  await expect.poll(isReached, { message, intervals: [0] }).toBe(true)
}

/** Runs in the browser. */
function nameOfFocused(): string {
  const element = document.activeElement
  if (element instanceof HTMLIFrameElement) return 'iframe'
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  const label = isField ? element.labels?.[0]?.textContent : undefined
  return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
}

export async function pressKeyOn(page: Page, name: RegExp | string, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
