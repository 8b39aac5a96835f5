import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { findToast } from '../../testing/find-toast.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { LeadResults } from './lead-results.tsx'
import { makeLead } from './lead.fixture.ts'
import { SelectionBar } from './selection-bar.tsx'
import { LeadCheckbox, WithSelection } from './selection.tsx'

const leads = [makeLead({ id: 1, businessName: 'Ace Pipes' }), makeLead({ id: 2, businessName: 'Boulder Drains' })]
const list: LeadList = { id: 5, kind: 'list', name: 'Boulder', leadCount: 0, createdAt: '2026-04-15T15:04:00.000Z' }

const tag: LeadList = { ...list, id: 8, kind: 'tag', name: 'Hot' }

function show(routes: Routes) {
  const calls = stubApi({ 'GET /api/lists': ok({ lists: [list, tag] }), ...routes })
  return { calls, ...renderAt('/leads', <LeadResults leads={leads} searchId={7} more={null} map={{ outlines: [] }} />) }
}
const bar = async () => within(await screen.findByRole('region', { name: 'Selected leads' }))
const selectAll = async ({ keyboard }: ReturnType<typeof show>) => {
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  await keyboard.click((await bar()).getByLabelText('Select all'))
}
const sentTo = ({ calls }: ReturnType<typeof show>, route: string) =>
  calls.filter(call => call.route === route).map(({ sent }) => sent)

test('selected leads are added to a list, which can be undone', async () => {
  const shown = show({
    'POST /api/leads/actions': ok({ changed: 2, leftOut: null, batchId: 9 }),
    'POST /api/leads/actions/9/undo': ok({ changed: 2, leftOut: null, batchId: 10 }),
  })
  const { keyboard } = shown
  await selectAll(shown)
  await keyboard.click((await bar()).getByRole('button', { name: 'Add to List' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Boulder' }))
  await (await bar()).findByText('2 leads added to Boulder')
  expect(sentTo(shown, 'POST /api/leads/actions')).toEqual([
    { leadIds: [1, 2], action: { kind: 'addToList', listId: 5 } },
  ])
  await keyboard.click((await bar()).getByRole('button', { name: 'Undo' }))
  await expect.poll(() => sentTo(shown, 'POST /api/leads/actions/9/undo')).toHaveLength(1)
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.getByText('2 leads changed back').tagName).toBe('OUTPUT')
  await expect
    .poll(() => screen.getByRole('region', { name: 'Selected leads' }).contains(document.activeElement))
    .toBe(true)
})

test('where leads have changed since, undoing says for how many, and what cannot be undone is not offered again', async () => {
  const shown = show({
    'POST /api/leads/actions': ok({ changed: 2, leftOut: null, batchId: 9 }),
    'POST /api/leads/actions/9/undo': inTurn(
      ok({ changed: 1, leftOut: null, batchId: 10 }),
      ok({ changed: 0, leftOut: null, batchId: 11 }),
      refused('CANNOT_UNDO'),
    ),
  })
  const addAndUndo = async () => {
    await shown.keyboard.click((await bar()).getByRole('button', { name: 'Add to List' }))
    await shown.keyboard.click(await screen.findByRole('menuitem', { name: 'Boulder' }))
    await shown.keyboard.click(await (await bar()).findByRole('button', { name: 'Undo' }))
  }
  await selectAll(shown)
  await addAndUndo()
  await (await bar()).findByText('1 lead changed back. 1 lead has changed since.')
  expect((await bar()).queryByRole('button', { name: 'Undo' })).toBeNull()
  await addAndUndo()
  await (await bar()).findByText('Nothing undone. 2 leads have changed since.')
  expect((await bar()).queryByRole('button', { name: 'Undo' })).toBeNull()
  // The ten minutes are over, or the answer to the first click was lost.
  await addAndUndo()
  await screen.findByText('This change can no longer be undone.')
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a new list is created with the selected leads, and a name that is too long or taken is said at its field', async () => {
  const shown = show({
    'POST /api/lists': inTurn(refused('LIST_NAME_TAKEN'), ok({ ...list, id: 6, name: 'Denver' }, 201)),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 9 }),
  })
  const { keyboard } = shown
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  await keyboard.click((await bar()).getByRole('button', { name: 'Add to List' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'New List' }))
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await keyboard.click(name)
  await keyboard.paste('x'.repeat(81))
  await keyboard.click(screen.getByRole('button', { name: 'Create List' }))
  await screen.findByText('String must contain at most 80 character(s)')
  expect(name.value).toHaveLength(81)
  await keyboard.clear(name)
  await keyboard.type(name, 'Denver{Enter}')
  await screen.findByText('This name is already taken.')
  await keyboard.click(screen.getByRole('button', { name: 'Create List' }))
  await expect
    .poll(() => sentTo(shown, 'POST /api/leads/actions'))
    .toEqual([{ leadIds: [1], action: { kind: 'addToList', listId: 6 } }])
})

test('selected leads are put on the own do-not-contact list', async () => {
  const shown = show({ 'POST /api/leads/actions': ok({ changed: 2, leftOut: null, batchId: 9 }) })
  shown.client.setQueryData(['search-previews'], {})
  await selectAll(shown)
  await shown.keyboard.click((await bar()).getByRole('button', { name: 'Do Not Contact' }))
  await (await bar()).findByText('2 leads put on your do-not-contact list')
  // The line under the search form says how many leads are left out.
  expect(shown.client.getQueryState(['search-previews'])?.isInvalidated).toBe(true)
  expect(sentTo(shown, 'POST /api/leads/actions')).toEqual([{ leadIds: [1, 2], action: { kind: 'doNotContact' } }])
})

test('a long change says at its end which leads were left out, and why', async () => {
  const shown = show({
    'POST /api/leads/actions': ok({ total: 2, batchId: 9 }, 202),
    'GET /api/leads/actions/9': inTurn(
      ok({ total: 2, done: 0, changed: 0, leftOut: null }),
      ok({ total: 2, done: 2, changed: 1, leftOut: { leads: 1, reason: 'doNotContactFull' } }),
    ),
  })
  await selectAll(shown)
  await shown.keyboard.click((await bar()).getByRole('button', { name: 'Do Not Contact' }))
  await (await bar()).findByText('Changing 0 of 2 leads...')
  await (
    await bar()
  ).findByText('1 lead put on your do-not-contact list. 1 lead left out: your do-not-contact list is full.')
  expect(sentTo(shown, 'POST /api/leads/actions')).toHaveLength(1)
})

test('the websites of selected leads are read, with their progress, and the plan’s limit says so', async () => {
  const shown = show({
    'POST /api/leads/site-facts': inTurn(
      ok({ sites: 2, waiting: 2, left: 8, askedAt: list.createdAt }, 202),
      ok({ sites: 2, waiting: 0, left: 8, askedAt: list.createdAt }, 202),
      refused('SITE_CHECKS_USED_UP'),
      ok({ sites: 0, waiting: 0, left: 0, askedAt: list.createdAt }, 202),
    ),
    'GET /api/leads/site-facts/progress': inTurn(
      ok({ waiting: 1, unapplied: 1, ended: { read: 1, withEmail: 0, failed: 0 } }),
      ok({ waiting: 0, unapplied: 0, ended: { read: 1, withEmail: 1, failed: 1 } }),
    ),
  })
  shown.client.setQueryData(['leads'], {})
  await selectAll(shown)
  const check = async () => shown.keyboard.click((await bar()).getByRole('button', { name: 'Check Websites' }))
  await check()
  await (await bar()).findByText('Reading 0 of 2 websites...')
  await (await bar()).findByText('Reading 1 of 2 websites...')
  await (await bar()).findByText('1 website read, 1 with an email, 1 could not be read')
  expect(shown.client.getQueryState(['leads'])?.isInvalidated).toBe(true)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await check()
  await (await bar()).findByText('2 websites were read not long ago')
  await check()
  await findToast('The websites were not checked')
  // Those of leads that must not be contacted are hidden, and not read.
  await check()
  await (await bar()).findByText('None of these leads has a website to check')
  expect(sentTo(shown, 'POST /api/leads/site-facts')[0]).toEqual({ leadIds: [1, 2] })
})

test.each([
  [100, ['Report', 'Check Websites', 'Do Not Contact']],
  [101, ['Do Not Contact']],
  [5000, ['Do Not Contact']],
  [5001, []],
])('%i leads are offered only what can be done with so many at once', async (total, actions) => {
  stubApi({ 'GET /api/lists': ok({ lists: [] }) })
  const { keyboard } = renderAt(
    '/leads',
    <WithSelection>
      <LeadCheckbox lead={makeLead({ id: 1, businessName: 'Ace Pipes' })} />
      <SelectionBar shownIds={Array.from({ length: total }, (_, index) => index + 1)} searchId={7} />
    </WithSelection>,
  )
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  const shown = await bar()
  await keyboard.click(shown.getByLabelText('Select all'))
  expect(['Report', 'Check Websites', 'Do Not Contact'].filter(name => shown.queryByText(name) !== null)).toEqual(
    actions,
  )
  expect(shown.queryByText('Select at most 5,000 leads to change them.') === null).toBe(actions.length > 0)
})

test('the status of selected leads is set, a refusal says why, and where nothing changed, nothing can be undone', async () => {
  const nothing = ok({ changed: 0, leftOut: null, batchId: 9 })
  const { client, keyboard } = show({ 'POST /api/leads/actions': inTurn(refused('SELECTION_CHANGED'), nothing) })
  client.setQueryData(['search-results', 7], { leads })
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  const setWon = async () => {
    await keyboard.click((await bar()).getByRole('button', { name: 'Status' }))
    await keyboard.click(await screen.findByRole('menuitem', { name: 'Won' }))
  }
  await setWon()
  await findToast('The leads were not changed')
  await setWon()
  await (await bar()).findByText('No lead had to change')
  expect(client.getQueryData(['search-results', 7])).toMatchObject({ leads: [{ status: 'won' }, { status: 'new' }] })
  await keyboard.click(screen.getByLabelText('Select Ace Pipes'))
  expect((await bar()).getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await keyboard.click((await bar()).getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: 'Selected leads' })).toBeNull()
})

test('a follow-up is planned for selected leads, and taken away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-27T12:00:00Z') })
  const shown = show({ 'POST /api/leads/actions': ok({ changed: 2, leftOut: null, batchId: 9 }) })
  const choose = async (item: string) => {
    await shown.keyboard.click((await bar()).getByRole('button', { name: 'Follow Up' }))
    await shown.keyboard.click(await screen.findByRole('menuitem', { name: item }))
  }
  await selectAll(shown)
  await choose('In 3 Days Mar 2, 2026')
  await (await bar()).findByText('2 leads to follow up on Mar 2, 2026')
  await choose('No Follow-Up')
  await (await bar()).findByText('2 leads without a follow-up')
  expect(sentTo(shown, 'POST /api/leads/actions')).toMatchObject([
    { leadIds: [1, 2], action: { kind: 'followUp', on: '2026-03-02' } },
    { leadIds: [1, 2], action: { kind: 'followUp', on: null } },
  ])
})

test('l, t, s, and f open the menus while leads are selected, and x on a card selects its lead', async () => {
  const { keyboard } = show({})
  const [first] = screen.getAllByRole('button', { name: /^Details of/ })
  first?.focus()
  await keyboard.keyboard('x')
  await bar()
  for (const [key, item] of Object.entries({ l: 'Boulder', t: 'Hot', s: 'Won', f: /^Tomorrow/ })) {
    await keyboard.keyboard(key)
    await screen.findByRole('menuitem', { name: item })
    await keyboard.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('menu')).toBeNull()
  }
})

test('selected leads are tagged, and a tag is removed from them', async () => {
  const shown = show({
    'POST /api/leads/actions': ok({ changed: 2, leftOut: null, batchId: 9 }),
    'GET /api/searches/7': never,
    'GET /api/leads': never,
  })
  const { keyboard } = shown
  await selectAll(shown)
  for (const name of ['Hot', 'Remove Hot']) {
    await keyboard.click((await bar()).getByRole('button', { name: 'Tag' }))
    await keyboard.click(await screen.findByRole('menuitem', { name }))
    await (await bar()).findByText(/tagged Hot$/)
  }
  await expect
    .poll(() => sentTo(shown, 'POST /api/leads/actions'))
    .toEqual([
      { leadIds: [1, 2], action: { kind: 'addToList', listId: 8 } },
      { leadIds: [1, 2], action: { kind: 'removeFromList', listId: 8 } },
    ])
})

test('selected leads are reported after a question, and the toast says what became of it', async () => {
  const leftOut = { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 1 }
  const shown = show({
    'POST /api/leads/reports': ok({ credited: 1, waiting: 0, free: 0, leftOut, reports: [] }),
    'GET /api/leads': never,
  })
  const { keyboard } = shown
  shown.client.setQueryData(['search-previews'], {})
  await selectAll(shown)
  await keyboard.click((await bar()).getByRole('button', { name: 'Report' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Wrong number' }))
  const question = within(await screen.findByRole('dialog', { name: 'Report 2 leads as wrong number?' }))
  expect(sentTo(shown, 'POST /api/leads/reports')).toEqual([])
  await keyboard.click(question.getByRole('button', { name: 'Report' }))
  await findToast('Reported as wrong number')
  expect(shown.client.getQueryState(['search-previews'])?.isInvalidated).toBe(true)
  await screen.findByText('1 lead was credited. 1 lead was loaded more than 30 days ago and cannot be reported.')
  expect(sentTo(shown, 'POST /api/leads/reports')).toEqual([{ leadIds: [1, 2], reason: 'wrong_number' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})
