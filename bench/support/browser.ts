import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { sessionMarkCookie } from '#contract/accounts/session-mark.ts'
import { findChromium } from '../../scripts/machine.mjs'
import type { RichUser } from './rich-user.ts'

const root = path.resolve(import.meta.dirname, '../..')
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

export const buildWeb = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root })

/** A signed-in page in its own browser, on a CPU that is `slowDown` times slower. */
export async function openPage(
  address: string,
  user: RichUser,
  slowDown: number,
): Promise<{ page: Page; browser: Browser }> {
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const { origin } = new URL(address)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = user.cookie.split('=')
  await context.addCookies([
    { name, value, url: origin },
    { name: sessionMarkCookie, value: '0123abcd', url: origin },
  ])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  await page.goto(address)
  return { page, browser }
}
