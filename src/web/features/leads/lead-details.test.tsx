import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { limitLine, showLeads, threeLeads } from './lead-results.fixture.tsx'
import { makeLead } from './lead.fixture.ts'

test('the details explain each line of the score, and closing them returns the focus', async () => {
  const { keyboard } = showLeads()
  const opener = screen.getByRole('button', { name: 'Details of Boulder Drains' })
  await keyboard.click(opener)
  const dialog = screen.getByRole('dialog', { name: 'Boulder Drains' })
  within(dialog).getByRole('heading', { name: 'Quality Assessment' })
  within(dialog).getByText('Excellent Lead')
  within(dialog).getByText('freemail address')
  within(dialog).getByText('13 / 25')
  within(dialog).getByText(/Overture Maps \(Meta\) · CDLA-Permissive-2.0 · confirmed Apr 1, 2026/)
  within(dialog).getByText('1200 Pearl St, Boulder, CO 80302')
  expect(within(dialog).getByRole('link', { name: 'Call Now Boulder Drains' }).getAttribute('href')).toMatch(/^tel:/)
  await keyboard.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(opener)
})

test('the details show the next and the previous lead, by button and by arrow key', async () => {
  const { keyboard } = showLeads()
  await keyboard.click(screen.getByRole('button', { name: 'Details of Boulder Drains' }))
  await keyboard.click(screen.getByRole('button', { name: 'Next lead' }))
  const shown = await screen.findByRole('dialog', { name: 'Zed Pipes' })
  // Screen readers say it, because the focus stays on the button.
  expect(within(shown).getByText('Zed Pipes', { selector: '[aria-live]' })).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Next lead' }).getAttribute('aria-disabled')).toBe('true')
  await keyboard.keyboard('{ArrowRight}')
  screen.getByRole('dialog', { name: 'Zed Pipes' })
  await keyboard.keyboard('{ArrowLeft}{ArrowLeft}')
  await screen.findByRole('dialog', { name: 'Ace Plumbing' })
})

test('the details copy phone, website, email, and address, and open the address on a map', async () => {
  const { keyboard } = showLeads()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await keyboard.click(screen.getByRole('button', { name: 'Details of Boulder Drains' }))
  for (const fact of ['phone number', 'website', 'email', 'address'])
    await keyboard.click(screen.getByRole('button', { name: `Copy the ${fact}` }))
  expect(copied.mock.calls.flat()).toEqual([
    threeLeads[0]?.phoneNumber,
    threeLeads[0]?.website,
    threeLeads[0]?.email,
    '1200 Pearl St, Boulder, CO 80302',
  ])
  await screen.findByText('The address was copied')
  expect(screen.getByRole('link', { name: /1200 Pearl St/ }).getAttribute('href')).toBe(
    'https://www.openstreetmap.org/search?query=1200%20Pearl%20St%2C%20Boulder%2C%20CO%2080302',
  )
})

test('the details name each limit of a score, and what they take away', async () => {
  const { keyboard } = showLeads([
    makeLead({
      businessName: 'Twin',
      qualityScore: 39,
      scoreLines: [
        { code: 'phone', label: 'Phone', earned: 100, possible: 100, detail: 'local number' },
        limitLine('reported by others as closed: 39 at most', -61),
        limitLine('possibly listed twice: 59 at most'),
      ],
    }),
  ])
  await keyboard.click(screen.getByRole('button', { name: 'Details of Twin' }))
  const lines = within(await screen.findByRole('dialog')).getAllByText(/at most$/)
  expect(lines.map(line => line.closest('li')?.textContent)).toEqual([
    'Limit reported by others as closed: 39 at most−61',
    'Limit possibly listed twice: 59 at most',
  ])
})

test('the details say that the source no longer lists a business', async () => {
  const { keyboard } = showLeads([makeLead({ businessName: 'Gone Plumbing', isListed: false })])
  await keyboard.click(screen.getByRole('button', { name: 'Details of Gone Plumbing' }))
  expect(within(await screen.findByRole('dialog')).getByText(/It may have closed or moved/)).toBeDefined()
})

test('the details show the lead on a map, or say why they cannot', async () => {
  const { keyboard } = showLeads()
  await keyboard.click(screen.getByRole('button', { name: 'Details of Boulder Drains' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Show on a map' }))
  await screen.findByText('The map needs WebGL, which this browser does not offer.')
  await keyboard.click(screen.getByRole('button', { name: 'Hide the map' }))
  expect(screen.queryByText(/WebGL/)).toBeNull()
})
