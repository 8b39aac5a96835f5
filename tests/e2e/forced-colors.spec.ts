import { expect, type Locator, type Page } from '@playwright/test'
import { addUser, searchDirectly, test } from './fixtures.ts'

/** What a contrast theme leaves of the looks of an element. Colors of text alone do not tell two states apart. */
const looksOf = (element: Locator) =>
  element.evaluate(one => {
    const { backgroundColor, borderBottomWidth, outlineWidth, outlineStyle } = getComputedStyle(one)
    return [backgroundColor, borderBottomWidth, outlineStyle === 'none' ? '0' : outlineWidth].join(' ')
  })

async function expectToDiffer(chosen: Locator, other: Locator): Promise<void> {
  expect(await looksOf(chosen.first())).not.toBe(await looksOf(other.first()))
}

/** The mark of an icon in a control has to stand out from the control. */
const tickOf = (page: Page, name: RegExp) =>
  page
    .getByRole('checkbox', { name })
    .first()
    .evaluate(box => {
      const tick = box.parentElement?.querySelector('svg')
      return tick && getComputedStyle(tick).color === getComputedStyle(box).backgroundColor ? 'unseen' : 'seen'
    })

for (const colorScheme of ['light', 'dark'] as const)
  test(`in a ${colorScheme} contrast theme, what is chosen, current, or highlighted looks different`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await addUser(page.request)
    const found = await searchDirectly(page.request)
    await page.goto(found)
    const leads = page.getByRole('checkbox', { name: /^Select / })
    await leads.first().check()
    expect(await tickOf(page, /^Select /)).toBe('seen')
    await leads.first().uncheck()
    await expectToDiffer(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }))
    await expectToDiffer(page.getByRole('button', { pressed: true }), page.getByRole('button', { pressed: false }))
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expectToDiffer(links.and(page.locator('[aria-current]')), links.and(page.locator(':not([aria-current])')))
    await expectToDiffer(
      page.getByRole('button', { name: 'Search for Leads' }),
      page.getByRole('button', { name: 'Save Search' }),
    )

    await page.getByRole('button', { name: 'Your Lists' }).press('Enter')
    const entries = page.getByRole('menuitem')
    await expect(entries.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(entries.first()).toBeFocused()
    await expectToDiffer(entries.first(), entries.nth(1))
    await page.keyboard.press('Escape')
    // The closing menu takes the focus, and with it the next keys.
    await expect(page.getByRole('button', { name: 'Your Lists' })).toBeFocused()

    await page.getByLabel('Location').fill('')
    await page.getByLabel('Location').pressSequentially('boul')
    await expect(page.getByRole('option').nth(1)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expectToDiffer(page.getByRole('option', { selected: true }), page.getByRole('option', { selected: false }))
    await page.keyboard.press('Escape')

    for (const view of ['grid', 'table', 'map']) {
      await page.goto(`${found}&view=${view}`)
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectToDiffer(page.locator('[data-lead]').first(), page.locator('[data-lead]').nth(1))
    }
    await page.goto('/dashboard?tab=analytics')
    const swatch = page.locator('.bg-chart-1').first()
    const slice = page.locator('.recharts-sector').first()
    await expect(slice).toBeVisible()
    const fill = await slice.evaluate(drawn => getComputedStyle(drawn).fill)
    await expect(swatch).toHaveCSS('background-color', fill)
  })
