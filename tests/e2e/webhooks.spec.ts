import { expect, type Locator } from '@playwright/test'
import { expectAccessibleAtEveryWidth, pressKeyOn, signUpWithPlan, tabTo, test } from './fixtures.ts'

const address = 'https://hooks.example/leadline'
const edge = (part: Locator, side: 'left' | 'right') =>
  part.evaluate((element, of) => element.getBoundingClientRect()[of], side)

test('with the keyboard alone a webhook is created from the profile, tested, and deleted', async ({ page }) => {
  await signUpWithPlan(page, 'elite', '/profile')
  await pressKeyOn(page, 'Manage Webhooks')
  await pressKeyOn(page, 'New webhook')
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.keyboard.type(address)
  await tabTo(page, /^Quota low/)
  await page.keyboard.press('Space')
  await pressKeyOn(page, 'Create webhook')
  await expect(page.getByLabel('Signing secret', { exact: true })).toHaveValue(/^whsec_/)
  await pressKeyOn(page, 'Done')
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeFocused()
  await expect(page.getByText('Quota low')).toBeVisible()
  await pressKeyOn(page, `Send test to ${address}`)
  await expect(page.getByRole('table')).toContainText('Failed')
  await pressKeyOn(page, `Delete ${address}`)
  await pressKeyOn(page, 'Delete webhook')
  await expect(page.getByText('No webhooks')).toBeVisible()
})

test('webhooks are accessible and fit at every width', async ({ page }) => {
  await signUpWithPlan(page, 'elite', '/webhooks')
  await expect(page.getByText('No webhooks')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByLabel('Signing secret', { exact: true })).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Send test to ${address}` }).click()
  await expect(page.getByRole('table')).toContainText('Failed')
  // On a phone, too, nothing must be scrolled to send the message again, and the attempts are free to read.
  await page.setViewportSize({ width: 390, height: 844 })
  const resend = page.getByRole('button', { name: /^Send again/ }).first()
  await expect(resend).toBeInViewport({ ratio: 1 })
  const attempts = page.getByRole('cell').filter({ has: page.getByRole('list') })
  expect(await edge(resend, 'right')).toBeLessThanOrEqual(await edge(attempts.first(), 'left'))
  await page.getByRole('button', { name: `Replace secret of ${address}` }).click()
  await page.getByRole('button', { name: 'Replace secret', exact: true }).last().click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectAccessibleAtEveryWidth(page)
})
