import { expect, type Page } from '@playwright/test'
import { type PaidTier, plans } from '#contract/plans.ts'
import { formatDollars } from '#web/shared/format.ts'

export const cards = {
  accepted: '4242 4242 4242 4242',
  secureWhenAdded: '4000 0025 0000 3155',
  secureWhenPaying: '4000 0027 6000 3184',
  declinedWhenAdded: '4000 0000 0000 9995',
  declinedWhenPaying: '4000 0000 0000 0341',
}

/** A plan's price of a month, as a charge is shown: $19.00. */
export const dollarsOf = (tier: PaidTier): string => formatDollars(plans[tier].pricePerMonthCents / 100)
/** The button that buys a plan at the start of a month that another one may have paid. */
export const payNow = (tier: PaidTier, paid?: PaidTier): string => {
  const unused = paid === undefined ? 0 : plans[paid].pricePerMonthCents
  return `Pay ${formatDollars((plans[tier].pricePerMonthCents - unused) / 100)} now`
}

const cardDialog = (page: Page) => page.getByRole('dialog', { name: 'Add payment method' })

/** Types a card number into the open dialog. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const fields = cardDialog(page).frameLocator('iframe')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 34')
  await fields.getByLabel('Security code').fill('123')
}

/** Types a card into the open dialog and saves it. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await cardDialog(page).getByRole('button', { name: 'Save card' }).click()
}

export async function addCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).click()
  await enterCard(page, number)
  if (number === cards.secureWhenPaying) await answerBank(page, 'Complete authentication')
  await expectToast(page, 'Payment method added successfully')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Chooses a plan and agrees to the shown amount. */
export async function choosePlan(page: Page, name: string, agreement: string): Promise<void> {
  await page.getByRole('button', { name: `Upgrade to ${name}` }).click()
  await agree(page, name, agreement)
}

export const agree = (page: Page, name: string, agreement: string): Promise<void> =>
  page
    .getByRole('dialog', { name: `Change to ${name}` })
    .getByRole('button', { name: agreement, exact: true })
    .click()

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  if (description !== undefined) await expect(page.getByText(description, { exact: true })).toBeVisible()
}

type Expected = { badge: string; pulls: string; bought?: string; searches: string }

export async function expectPlan(
  page: Page,
  name: string,
  { badge, pulls, bought, searches }: Expected,
): Promise<void> {
  const current = page.getByRole('region', { name: 'Current subscription' })
  await expect(current.getByText(name, { exact: true })).toBeVisible()
  await expect(current.getByText(badge, { exact: true })).toBeVisible()
  const left = `${pulls} this month${bought === undefined ? '' : ` + ${bought} extra`}`
  await expect(current.getByRole('definition')).toHaveText([left, searches])
}

/** Answers on the bank's page as soon as its buttons take a click. */
export const answerBank = (page: Page, answer: 'Complete authentication' | 'Fail authentication'): Promise<void> =>
  page.frameLocator('iframe[title="3-D Secure challenge"]').getByRole('button', { name: answer }).click()
