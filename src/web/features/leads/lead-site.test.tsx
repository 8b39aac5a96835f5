import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noWork } from '#contract/leads/lead-status.ts'
import type { SiteCheck } from '#contract/leads/site-check.ts'
import type { LeadSite } from '#contract/leads/site-facts.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, type Routes, stubApi } from '../../testing/stub-api.ts'
import { LeadDetails } from './lead-details.tsx'
import { makeLead } from './lead.fixture.ts'
import { showDetails } from './selection.tsx'

const at = '2026-04-15T15:04:00.000Z'

function show(routes: Routes) {
  const lead = makeLead({ id: 7 })
  const work = ok({ ...noWork, lists: [], doNotContactEntries: [], notes: [], history: [] })
  const calls = stubApi({ 'GET /api/lists': ok({ lists: [] }), 'GET /api/leads/7/work': work, ...routes })
  showDetails(lead)
  return { calls, ...renderAt('/leads', <LeadDetails leads={[lead]} />) }
}

/** What all facts from the front page have in common. */
const front = { pageUrl: 'https://joe-pipes.com/', seenAt: at, isGeneric: true, takesMail: null }

/** What is known of a lead's website. */
const site = (own: Partial<LeadSite>) => {
  const known: LeadSite = {
    state: 'read',
    hasOwnWebsite: true,
    canBeRead: true,
    isDue: false,
    dueAt: null,
    readAt: at,
    facts: [],
    check: null,
    left: 9,
  }
  return ok({ ...known, ...own })
}

test('a check of the website shows its facts with page, day, and whether a mail server was found', async () => {
  const pageUrl = 'https://joe-pipes.com/contact-us'
  const email = { ...front, kind: 'email' as const, value: 'info@joe-pipes.com', pageUrl, takesMail: true }
  const kind = { ...front, kind: 'kind' as const, value: 'Plumbing' }
  const { calls, client, keyboard } = show({
    'POST /api/leads/site-facts': ok({ sites: 1, waiting: 1, left: 9, askedAt: at }, 202),
    'GET /api/leads/site-facts/progress': ok({ waiting: 0, unapplied: 0, ended: { read: 1, withEmail: 1, failed: 0 } }),
    'GET /api/leads/7/site-facts': inTurn(
      site({ state: 'unread', readAt: null, isDue: true }),
      site({ facts: [email, kind] }),
    ),
  })
  client.setQueryData(['leads'], {})
  const button = await screen.findByRole('button', { name: 'Check their website' })
  screen.getByText('9 checks left this month')
  await keyboard.click(button)
  const line = (await screen.findByText('info@joe-pipes.com')).closest('li')
  expect(line?.textContent).toContain(
    'found on their contact page (opens in a new tab), Apr 15, 2026 · mail server found',
  )
  expect(screen.getByText('Kind of business').closest('li')?.textContent).toBe(
    'Kind of business Plumbing · found on their front page (opens in a new tab), Apr 15, 2026',
  )
  screen.getByText('Read on Apr 15, 2026.')
  expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
  expect(calls.find(({ route }) => route.startsWith('POST'))?.sent).toEqual({ leadIds: [7] })
  // Lists show the facts, too.
  await expect.poll(() => client.getQueryState(['leads'])?.isInvalidated).toBe(true)
})

test('what a website said is shown without a check, and a website that was read long ago can be checked again', async () => {
  const hours = { ...front, kind: 'hours' as const, value: 'Mo-Fr 09:00-17:00' }
  const { calls } = show({
    'GET /api/leads/7/site-facts': site({ facts: [hours], isDue: true }),
  })
  await screen.findByText('Mo-Fr 09:00-17:00')
  screen.getByText('Read on Apr 15, 2026. We found no contacts there.')
  screen.getByRole('button', { name: 'Check again' })
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([])
})

test('a website that could not be read says when it can be checked again', async () => {
  show({ 'GET /api/leads/7/site-facts': site({ state: 'failed', dueAt: '2026-04-22T15:04:00.000Z' }) })
  const words = 'The website could not be read on Apr 15, 2026. You can check it again from Apr 22, 2026.'
  expect((await screen.findByText(words)).isConnected).toBe(true)
})

test('a page at a social network is not offered for a check, and says why', async () => {
  show({
    'GET /api/leads/7/site-facts': site({ state: 'unread', readAt: null, hasOwnWebsite: false, canBeRead: false }),
  })
  await screen.findByText('The business has no website of its own.')
  expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
})

test('where no websites are read, a lead does not mention them', async () => {
  show({
    'GET /api/leads/7/site-facts': site({ state: 'unread', readAt: null, canBeRead: false }),
  })
  await expect.poll(() => screen.queryByText('From their website')).toBeNull()
})

test('a checked website shows its grade, why to call, the points of its lines, and the proof', async () => {
  const check: SiteCheck = {
    score: 60,
    grade: 'D',
    lines: [
      { line: 'works', verdict: 'yes', points: 60, of: 60 },
      { line: 'phones', verdict: 'no', points: 0, of: 40 },
      { line: 'sales', verdict: 'unknown', points: 0, of: 0 },
    ],
    reasons: ['The site has no layout for phones.'],
    flags: [{ flag: 'callLink', verdict: 'yes', evidence: 'tel:…', pageUrl: 'https://joe-pipes.com/contact' }],
    checkedAt: at,
  }
  const { keyboard } = show({ 'GET /api/leads/7/site-facts': site({ check }) })
  const card = within(await screen.findByRole('region', { name: 'Website check' }))
  card.getByText('Grade D')
  card.getByText('Based on 2 of 3 lines. Checked on Apr 15, 2026.')
  card.getByText('The site has no layout for phones.')
  const lines = within(card.getByRole('list', { name: 'Lines of the score' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Works60 / 60',
    'Fits phones0 / 40',
    'Booking, orders, shop, or paymentUnknown',
  ])
  await keyboard.click(card.getByText('What the website shows'))
  const proof = card.getByText(/Link to call/).closest('li')
  expect(proof?.textContent).toBe('Link to call: Yes · “tel:…” · their contact page (opens in a new tab)')
})

test('a website that was not checked has no grade', async () => {
  show({ 'GET /api/leads/7/site-facts': site({}) })
  await screen.findByText('Read on Apr 15, 2026. We found no contacts there.')
  expect(screen.queryByRole('region', { name: 'Website check' })).toBeNull()
})
