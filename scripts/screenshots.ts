/** `npm run screenshots`: takes the screenshots for the README from a temporary server with the starter data. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { findChromium } from './machine.mjs'

const images = path.resolve(import.meta.dirname, '../docs/images')
const MAX_BYTES = 150_000
const searches: [category: string, location: string][] = [
  ['Restaurants', 'Denver, CO'],
  ['Restaurants', 'Austin, TX'],
  ['Electricians', 'Denver, CO'],
  ['Plumbers', 'Boulder, CO'],
]

const folder = await mkdtemp(path.join(tmpdir(), 'leadline-screenshots-'))
const settings = {
  DATA_DIR: folder,
  DEMO_CATALOG: 'on',
  STARTER_DATA: 'on',
  MAP_STYLE_URL: 'off',
  NODE_ENV: 'development',
}
const server = await startServerProcess(settings)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await mkdir(images, { recursive: true })
  const page = await browser.newPage({
    baseURL: server.address,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await signUp(page)
  for (const criteria of searches) await search(page, criteria)
  await page.getByRole('heading', { name: 'Plumbers in Boulder, CO' }).evaluate(heading => heading.scrollIntoView())
  await save(page, 'search-results')
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await page.getByRole('heading', { name: 'Leads by Business Category' }).waitFor()
  await save(page, 'analytics')
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Registers a user with a confirmed email and the plan that has every feature. */
async function signUp(page: Page): Promise<void> {
  const email = 'dana@example.com'
  const names = { firstName: 'Dana', lastName: 'Reed' }
  await page.request.post('/api/register', { data: { username: 'dana', email, password: 'a-long-secret', ...names } })
  process.env.E2E_DATA_DIR = folder
  const { mailedLink } = await import('#tests/e2e/mails.ts')
  const [, token] = (await mailedLink(email, '/verify-email')).split('#')
  await page.request.post('/api/verify-email', { data: { token } })
  const granted = await runCommandProcess(['plan', 'grant', 'dana', 'elite'], { settings })
  if (granted.exitCode !== 0) throw new Error(granted.complaints)
}

async function search(page: Page, [category, location]: [string, string]): Promise<void> {
  await page.goto('/dashboard')
  await page.getByLabel('Business Category').fill(category)
  await page.getByLabel('Location').fill(location)
  await page.getByRole('button', { name: 'Search for Leads' }).click()
  await page.getByRole('heading', { name: `${category} in ${location}` }).waitFor()
  await page.getByRole('article').first().waitFor()
  await page.getByText('Search completed').first().waitFor({ state: 'hidden' })
}

/** Playwright cannot write WebP, which is a third of the size of PNG. */
async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const image = Buffer.from(data, 'base64')
  if (image.length > MAX_BYTES) throw new Error(`${name}.webp has ${image.length} bytes, more than ${MAX_BYTES}`)
  await writeFile(path.join(images, `${name}.webp`), image)
  console.log(`docs/images/${name}.webp, ${Math.round(image.length / 1000)} kB`)
}
