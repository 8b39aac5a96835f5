import { expect } from '@playwright/test'
import { expectAccessibleAtEveryWidth, test } from './fixtures.ts'
import { countScripts } from './script-bytes.ts'

const pages = [
  { path: '/about', heading: 'About Leadline' },
  { path: '/help', heading: 'Help Center' },
  { path: '/privacy', heading: 'Privacy Policy' },
  { path: '/terms', heading: 'Terms of Service' },
  { path: '/contact', heading: 'Contact Us' },
  { path: '/remove-my-business', heading: 'Remove My Business' },
  { path: '/businesses', heading: 'How many local businesses are there?' },
  { path: '/auth', heading: 'Welcome back' },
  { path: '/register', heading: 'Create your account' },
]

const signInPaths = new Set(['/auth', '/register'])

for (const { path, heading } of pages) {
  const limit = signInPaths.has(path) ? 110_000 : 100_000
  test(`${path} loads at most ${limit / 1000} kB of scripts, is accessible, and fits at every width`, async ({
    page,
  }) => {
    const scriptBytes = countScripts(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await scriptBytes()).toBeLessThanOrEqual(limit)
    if (path === '/help') await page.getByText('How accurate is the data?').click()
    if (path === '/contact') {
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible()
    }
    await expectAccessibleAtEveryWidth(page)
  })
}

test.describe('a page of counts that does not exist', () => {
  const path = '/businesses/dentists/colorado/no-such-town'
  test.use({ refusedPaths: [path] })

  test('says so, is loaded once, and leads to those that exist and back', async ({ page }) => {
    const loaded: string[] = []
    page.on('request', request => request.isNavigationRequest() && loaded.push(new URL(request.url()).pathname))
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Businesses' }).click()
    await expect(page.getByRole('heading', { name: 'How many local businesses are there?' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: 'About Leadline' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'How many local businesses are there?' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    expect(loaded.filter(address => address === path).length).toBeLessThanOrEqual(2)
  })
})

test('who leaves the counts before their code has loaded can go back to them', async ({ page }) => {
  await page.route('**/assets/businesses*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 3000))
    await route.continue()
  })
  await page.goto('/businesses')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'About Leadline' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'How many local businesses are there?' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('public pages have the same text', async ({ page }) => {
    for (const { path, heading } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveTitle(/ · Leadline$/)
    }
  })

  test('a form submitted before hydration keeps its text, and the URL contains none of it', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Message').fill('We need 50,000 leads a month.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByLabel('Message')).toHaveValue('We need 50,000 leads a month.')
  })
})

test('a form submitted before hydration is validated with its text after hydration', async ({ page }) => {
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await line.promise
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Subject').fill('A custom plan')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message must be at least 10 characters.')).toHaveCount(0)
  line.resolve()
  await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('A custom plan')
  await expect(page.getByText('Subject must be at least 5 characters.')).toHaveCount(0)
})

test('one answer of the help center is open at a time', async ({ page }) => {
  await page.goto('/help')
  for (const question of ['How do I start a search?', 'Can I search nationwide?', 'How do I upgrade my plan?']) {
    await page.getByText(question).click()
    await expect(page.locator('details[open]')).toHaveCount(1)
    await expect(page.locator('details[open]')).toContainText(question)
  }
  await page.getByText('How do I upgrade my plan?').click()
  await expect(page.locator('details[open]')).toHaveCount(0)
})

test('features, pricing, and plans can be reached from another page', async ({ page }) => {
  for (const address of ['/#pricing', '/#plans']) {
    await page.goto('/help')
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeInViewport()
  }
  await page.goto('/terms')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }).click()
  await expect(page.getByRole('heading', { name: 'Advanced business search' })).toBeInViewport()
  await page.goto('/help')
  await page.getByText('How do I upgrade my plan?').click()
  await page.getByRole('main').getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeInViewport()
})

test('a visitor gets from the help center to the contact page and sends a message', async ({ page }) => {
  const line = Promise.withResolvers<void>()
  await page.route('**/api/contact', async route => {
    await line.promise
    await route.continue()
  })
  await page.goto('/help')
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Subject').fill('Custom plan')
  await page.getByLabel('Message').fill('We need 50,000 leads a month.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  line.resolve()
  await expect(page.getByText('Message Sent', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('a first visit of / loads at most 100 kB of scripts', async ({ page }) => {
  const scriptBytes = countScripts(page)
  await page.goto('/')
  expect(await scriptBytes()).toBeLessThanOrEqual(100_000)
})
