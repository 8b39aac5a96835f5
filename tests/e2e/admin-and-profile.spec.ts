import { expect, type Page } from '@playwright/test'
import {
  addUser,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  expectEverythingFits,
  newUsername,
  operate,
  register,
  searchDirectly,
  signUp,
  test,
} from './fixtures.ts'

/** Signs in a new administrator. */
async function addAdmin(page: Page): Promise<string> {
  const username = await addUser(page.request)
  await operate('admin', 'grant', username)
  return username
}
const message = `Hello from the journey. ${'What would a plan for forty people cost us? '.repeat(3)}Ann`
const leaveMessage = (page: Page, subject: string) =>
  page.request.post('/api/contact', { data: { name: 'Ann Lee', email: 'ann@example.com', subject, message } })

test('a user who is not an admin is sent home with a message', async ({ page }) => {
  await signUp(page, '/admin')
  await expect(page.getByText('Access Denied', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('an admin sees page visits and navigation, and reads a message', async ({ page }) => {
  const subject = newUsername()
  await leaveMessage(page, subject)
  const username = await addAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByRole('cell', { name: `${username} Admin`, exact: true })).toBeVisible()
  // All journeys share the twenty rows, and visits are sent in the background, so the navigation may need repeating.
  await expect(async () => {
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto('/admin?tab=page-visits')
    const visits = page.getByRole('region', { name: 'Recent page visits', exact: true })
    await expect(visits.getByRole('row', { name: /^\/profile \d+ .+\/admin$/ }).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Contact Submissions' }).click()
  const row = page.getByRole('row', { name: new RegExp(subject) })
  await expect(row.getByText('Unread')).toBeVisible()
  await row.getByRole('button', { name: /^Hello from the journey/ }).click()
  await expect(page.getByRole('dialog').getByText(message)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as read' }).click()
  await page.keyboard.press('Escape')
  await expect(row.getByText('Read', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Hello from the journey/ })).toBeFocused()
})

test.describe('a profile', () => {
  test.use({ refusedPaths: ['/api/profile'] })

  test('is changed, and a taken username shows an error at its field', async ({ page, request }) => {
    const taken = await register(request)
    await signUp(page, '/profile')
    await page.getByLabel('First name').fill('Dana')
    await page.getByLabel('Last name').fill('Reyes')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'My Account', exact: true })).toHaveText(/^DR/)
    await page.getByLabel('Username').fill(taken)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await expect(page).toHaveURL(/\/subscription$/)
  })
})

test('admin and profile are accessible and fit at every width', async ({ page }) => {
  await leaveMessage(page, newUsername())
  await addAdmin(page)
  const check = async (url: string, shown: string) => {
    await page.goto(url)
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
  }
  await check('/profile', 'Manage Subscription')
  await page.getByRole('button', { name: 'Show the log' }).click()
  await expect(page.getByRole('list', { name: 'Security events' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await check('/admin', 'Total Users')
  await check('/admin?tab=users', 'Joined')
  await check('/admin?tab=page-visits', 'Top Pages')
  await check('/admin?tab=contacts', 'Subject')
  await page
    .getByRole('button', { name: /^Hello from the journey/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('a business requests its removal, an admin agrees, and its lead loses its contact details', async ({
  page,
  context,
}) => {
  await addAdmin(page)
  // A business that no other journey uses, because it disappears from their leads too.
  await page.goto(await searchDirectly(page.request, { category: 'Dentists' }))
  const lead = page.getByRole('article').first()
  const name = (await lead.getByRole('heading').textContent()) ?? ''
  const phone = (await lead.getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ }).textContent()) ?? ''
  const visitor = await context.newPage()
  await visitor.goto('/contact')
  await visitor.getByRole('link', { name: 'Remove my business' }).click()
  await visitor.getByLabel('Name of the business').fill(name)
  await visitor.getByLabel('Your email').fill('owner@gmail.com')
  await visitor.getByLabel('Phone of the business').fill(phone)
  await visitor.getByRole('button', { name: 'Request removal' }).click()
  await expect(visitor.getByText('We have your request')).toBeVisible()
  await visitor.close()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Do not contact' }).click()
  await page
    .getByRole('button', { name: `Remove ${name}` })
    .first()
    .click()
  await expect(page.getByRole('cell', { name: 'owner@gmail.com', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectEverythingFits(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Leads' }).click()
  await page
    .getByRole('button', { name: `Details of ${name}` })
    .first()
    .click()
  await expect(page.getByText('This business asked not to be contacted')).toBeVisible()
  await expect(page.getByRole('dialog').getByText(phone)).toBeHidden()
})
