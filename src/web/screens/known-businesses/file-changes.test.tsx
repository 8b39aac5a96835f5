import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FileSummary } from '#contract/leads/filled-files.ts'
import type { ChangesDecided, FileChange, FileChanges } from '#contract/leads/followed-files.ts'
import { setLetterShortcuts } from '../../shared/use-key.ts'
import { inTurn, later, ok, refused, type Routes } from '../../testing/stub-api.ts'
import { compared, listed, show, showFile, summary } from './known-businesses.fixture.tsx'

const moved: FileChange = {
  row: 12,
  kind: 'moved',
  name: 'Ann Plumbing',
  was: '1 Pearl St, Boulder',
  is: '•••, Louisville',
  source: 'Overture Maps',
  seenOn: '2026-05-20',
  foundAt: '2026-05-21T10:00:00.000Z',
  state: 'open',
  costsPull: true,
}
const closed: FileChange = {
  ...moved,
  row: 40,
  kind: 'closed',
  name: 'Bob Plumbing',
  was: '',
  is: '',
  seenOn: null,
  costsPull: false,
}
const isOf = (...changes: FileChange[]): FileChanges => ({
  items: changes,
  total: changes.length,
  toPull: 12,
  nextCursor: null,
})
const followed: FileSummary = {
  ...summary,
  file: { ...compared, isFollowed: true, openChanges: { closed: 1, moved: 1 } },
  pullsLeft: 430,
}
const decided: ChangesDecided = { done: [{ row: 12, kind: 'moved' }], pulls: 0, left: 0, stoppedBy: null }

const showFollowed = (routes: Routes = {}) =>
  showFile({
    'GET /api/known-files/1': ok(followed),
    'GET /api/known-files/1/changes': ok(isOf(moved, closed)),
    ...routes,
  })
const decisionsIn = (calls: ReturnType<typeof show>['calls']) =>
  calls.flatMap(({ route, sent }) => (route === 'POST /api/known-files/1/changes' ? [sent] : []))
const of = (name: string) => within(screen.getByText(name, { selector: '.font-medium' }).closest('li') ?? document.body)

test('the list of files says what has changed, and only if something has', async () => {
  show({
    'GET /api/known-files': listed(
      { ...followed.file, openChanges: { closed: 2, moved: 1 } },
      { ...compared, id: 2, name: 'old.csv', isFollowed: true, isPaused: true },
    ),
  })
  const link = await screen.findByRole('link', { name: '2 closed, 1 moved' })
  expect(link.getAttribute('href')).toBe('/known-businesses?file=1')
  screen.getByText(/not followed at the moment/)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'My Leads',
    'crm.csv',
    '2 closed, 1 moved',
    'old.csv',
  ])
})

test('a file is followed, and its page then says what has changed', async () => {
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1': inTurn(ok(summary), ok({ ...followed, file: { ...followed.file, openChanges: {} } })),
    'PATCH /api/known-files/1': ok(followed.file),
    'GET /api/known-files/1/changes': ok(isOf()),
  })
  await keyboard.click(await screen.findByLabelText('Tell me when something changes'))
  await screen.findByText(/No changes to decide about/)
  expect(calls.find(({ route }) => route === 'PATCH /api/known-files/1')?.sent).toEqual({ isFollowed: true })
})

test('a file that the plan has no room for cannot be followed, and the page says why', async () => {
  showFile({ 'GET /api/known-files/1': ok({ ...summary, rowsUsed: 4000 }) })
  const box = await screen.findByLabelText<HTMLInputElement>('Tell me when something changes')
  expect(box.disabled).toBe(true)
  await screen.findByText(/rows in all files, and has room for 1,000 more\. This file has 1,200\./)
  screen.getByRole('link', { name: 'See the plans' })
})

test('if the server refuses to follow a file, its reason is shown', async () => {
  const message = 'Your plan fills and follows 200 rows in all files.'
  const { keyboard } = showFile({ 'PATCH /api/known-files/1': refused('TOO_MANY_FILLED_ROWS', { message }) })
  const box = await screen.findByLabelText<HTMLInputElement>('Tell me when something changes')
  await keyboard.click(box)
  await screen.findByText(message)
  expect(box.checked).toBe(false)
})

test('a paused file says that it is not followed at the moment, and can be unfollowed', async () => {
  showFollowed({
    'GET /api/known-files/1': ok({ ...followed, rowLimit: 200, file: { ...followed.file, isPaused: true } }),
  })
  await screen.findByText('This file is not followed at the moment')
  const box = screen.getByLabelText<HTMLInputElement>('Tell me when something changes')
  expect([box.checked, box.disabled]).toEqual([true, false])
})

test('a change says old, new, source, and day, and what accepting it costs', async () => {
  showFollowed()
  const ann = of((await screen.findByText('Ann Plumbing')).textContent)
  for (const text of ['1 Pearl St, Boulder', '•••, Louisville', 'Row 12, Overture Maps, May 20, 2026'])
    expect(ann.getByText(text).isConnected).toBe(true)
  ann.getByRole('button', { name: 'Accept (1 lead) Ann Plumbing, Moved' })
  of('Bob Plumbing').getByText(/Row 40, Overture Maps, found May 21, 2026/)
  of('Bob Plumbing').getByRole('button', { name: 'Accept Bob Plumbing, Closed' })
})

test('an accepted change shows what was paid for, counts as open no more, and is undone in its place', async () => {
  const paid: FileChange = { ...moved, is: '7 Main St, Louisville', state: 'accepted', costsPull: false }
  const { keyboard, calls } = showFollowed({
    'GET /api/known-files/1': inTurn(
      ok(followed),
      ok({ ...followed, file: { ...followed.file, openChanges: { closed: 1 } } }),
    ),
    'GET /api/known-files/1/changes': inTurn(ok(isOf(moved, closed)), ok(isOf(closed)), ok(isOf(paid))),
    'POST /api/known-files/1/changes': inTurn(ok({ ...decided, pulls: 1 }), ok(decided)),
  })
  await keyboard.click(await screen.findByRole('button', { name: /Accept \(1 lead\)/ }))
  await of('Ann Plumbing').findByText('7 Main St, Louisville')
  await screen.findByText('1 closed.')
  await keyboard.click(of('Ann Plumbing').getByRole('button', { name: /Undo/ }))
  // It is paid.
  await of('Ann Plumbing').findByRole('button', { name: 'Accept Ann Plumbing, Moved' })
  expect(decisionsIn(calls)).toEqual([
    { changes: [{ row: 12, kind: 'moved' }], is: 'accepted', maxPulls: 1 },
    { changes: [{ row: 12, kind: 'moved' }], is: 'open' },
  ])
})

test('a change that has changed again is shown as it is now, and not accepted', async () => {
  const { keyboard } = showFollowed({
    'GET /api/known-files/1/changes': inTurn(ok(isOf(moved)), ok(isOf({ ...moved, is: '•••, Lyons' }))),
    'POST /api/known-files/1/changes': ok({ ...decided, done: [] }),
  })
  await keyboard.click(await screen.findByRole('button', { name: /^Accept \(1 lead\)/ }))
  await screen.findByText('This has changed again')
  await of('Ann Plumbing').findByText('•••, Lyons')
  expect(screen.queryByText('Accepted', { selector: 'output *' })).toBeNull()
})

test('after filling has made a business a lead, a change about it costs nothing more', async () => {
  const fill = { state: 'running', facts: ['phone'], maxPulls: 21, row: 10, pulls: 0, filled: 0 } as const
  const paid: FileChange = { ...moved, is: '7 Main St, Louisville', costsPull: false }
  showFollowed({
    'GET /api/known-files/1': inTurn(
      ok({ ...followed, fill }),
      ok({ ...followed, fill: { ...fill, state: 'done', row: 1200, pulls: 1, filled: 1 } }),
    ),
    'GET /api/known-files/1/changes': inTurn(ok(isOf(moved)), ok(isOf(paid))),
  })
  await screen.findByRole('button', { name: /^Accept \(1 lead\) Ann/ })
  await screen.findByText('The file is filled')
  expect(await screen.findByText('7 Main St, Louisville')).toBeDefined()
})

test('a change that needs a lead says so if none is left', async () => {
  const { keyboard } = showFollowed({
    'POST /api/known-files/1/changes': ok({ ...decided, done: [], stoppedBy: 'quota' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: /^Accept \(1 lead\)/ }))
  const toast = await screen.findByText('No leads left')
  expect(toast.isConnected).toBe(true)
})

test('changes are decided with two keys, one after the other', async () => {
  const { keyboard, calls } = showFollowed({
    'POST /api/known-files/1/changes': inTurn(ok(decided), ok({ ...decided, done: [{ row: 40, kind: 'closed' }] })),
  })
  const first = await screen.findByRole('button', { name: /^Accept \(1 lead\)/ })
  const hint = 'When a change has the focus, A accepts it, and I ignores it.'
  screen.getByText(hint)
  first.focus()
  await keyboard.keyboard('i')
  await of('Ann Plumbing').findByText('Ignored')
  await keyboard.keyboard('a')
  await of('Bob Plumbing').findByText('Accepted')
  // After the last one, the focus is where it can be undone.
  await expect.poll(() => document.activeElement).toBe(of('Bob Plumbing').getByRole('button', { name: /^Undo/ }))
  expect(decisionsIn(calls)).toMatchObject([
    { changes: [{ row: 12 }], is: 'ignored' },
    { changes: [{ row: 40 }], is: 'accepted' },
  ])
  act(() => setLetterShortcuts(false))
  expect(screen.queryByText(hint)).toBeNull()
  act(() => setLetterShortcuts(true))
})

test('a double click decides about a change once, although another button is then in its place', async () => {
  const [first, second] = [ok(decided), ok({ ...decided, done: [{ row: 40, kind: 'closed' }] })]
  const { keyboard, calls } = showFollowed({
    'POST /api/known-files/1/changes': inTurn(first, second, first, second),
  })
  await keyboard.click(await screen.findByRole('button', { name: /^Ignore Ann/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Undo Ann/ }), { detail: 2 })
  await keyboard.click(screen.getByRole('button', { name: /^Ignore Bob/ }))
  await screen.findByRole('button', { name: /^Undo Bob/ })
  await keyboard.click(screen.getByRole('button', { name: /^Undo Ann/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^Ignore Ann/ }), { detail: 2 })
  await keyboard.click(screen.getByRole('button', { name: /^Undo Bob/ }))
  await screen.findByRole('button', { name: /^Ignore Bob/ })
  expect(decisionsIn(calls)).toMatchObject([
    { changes: [{ row: 12 }], is: 'ignored' },
    { changes: [{ row: 40 }], is: 'ignored' },
    { changes: [{ row: 12 }], is: 'open' },
    { changes: [{ row: 40 }], is: 'open' },
  ])
})

test('a double click that accepts all changes does not stop after the first ones', async () => {
  const step = later()
  const { keyboard } = showFollowed({
    'GET /api/known-files/1/changes': ok({ ...isOf(moved, closed), toPull: 0 }),
    'POST /api/known-files/1/changes': inTurn(step.answer, ok({ ...decided, done: [{ row: 40, kind: 'closed' }] })),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Accept all' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }), { detail: 2 })
  step.give(ok({ ...decided, left: 1 }))
  expect(await screen.findByText('2 changes accepted.')).toBeDefined()
})

test('all changes are accepted after the most that it costs was agreed to, and undone', async () => {
  const steps = [
    { done: [{ row: 12, kind: 'moved' }], pulls: 1, left: 1, stoppedBy: null },
    { done: [{ row: 40, kind: 'closed' }], pulls: 0, left: 0, stoppedBy: null },
  ] as const
  const { keyboard, calls } = showFollowed({
    'POST /api/known-files/1/changes': inTurn(ok(steps[0]), ok(steps[1]), ok(steps[1])),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Accept all' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Uses at most 12 of your 430 leads.')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Accept all' }))
  await screen.findByText('2 changes accepted, 1 lead used.')
  await keyboard.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(decisionsIn(calls)).toEqual([
      { changes: 'all', is: 'accepted', maxPulls: 12 },
      { changes: 'all', is: 'accepted', maxPulls: 11 },
      {
        changes: [
          { row: 12, kind: 'moved' },
          { row: 40, kind: 'closed' },
        ],
        is: 'open',
      },
    ]),
  )
})

test('accepting all says where the leads end, and what is still open', async () => {
  const { keyboard } = showFollowed({
    'GET /api/known-files/1/changes': ok({ ...isOf(moved, closed), toPull: 0 }),
    'POST /api/known-files/1/changes': ok({ ...decided, left: 41, stoppedBy: 'quota' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Accept all' }))
  await screen.findByText('1 change accepted. 41 still open.')
  await screen.findByText('No leads left')
  expect(screen.getByRole('button', { name: 'Buy More Leads' }).isConnected).toBe(true)
})

test('if no change could be accepted, there is nothing to undo', async () => {
  const { keyboard } = showFollowed({
    'GET /api/known-files/1/changes': ok({ ...isOf(moved, closed), toPull: 0 }),
    'POST /api/known-files/1/changes': ok({ ...decided, done: [], left: 2, stoppedBy: 'quota' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Accept all' }))
  await screen.findByText('0 changes accepted. 2 still open.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('ignoring all asks nothing, and can be stopped', async () => {
  const step = later()
  const { keyboard, calls } = showFollowed({ 'POST /api/known-files/1/changes': step.answer })
  await keyboard.click(await screen.findByRole('button', { name: 'Ignore all' }))
  await screen.findByText('Ignoring: 0 of 2 changes')
  await keyboard.click(screen.getByRole('button', { name: 'Stop' }))
  step.give(ok({ ...decided, left: 1 }))
  await screen.findByText('1 change ignored. 1 still open.')
  expect(decisionsIn(calls)).toEqual([{ changes: 'all', is: 'ignored', maxPulls: 0 }])
})

test('ignored changes can be seen, and opened again', async () => {
  const { keyboard, calls } = showFollowed({
    'GET /api/known-files/1/changes': inTurn(ok(isOf(closed)), ok(isOf({ ...moved, state: 'ignored' }))),
    'POST /api/known-files/1/changes': ok(decided),
  })
  await keyboard.click(await screen.findByRole('tab', { name: 'Ignored' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Undo Ann Plumbing, Moved' }))
  await screen.findByRole('button', { name: 'Ignore Ann Plumbing, Moved' })
  expect(calls.filter(({ route }) => route === 'GET /api/known-files/1/changes').map(({ query }) => query)).toEqual([
    'state=open',
    'state=ignored',
  ])
})

test('a change that is decided while more changes load stays decided', async () => {
  const more = later()
  const { keyboard } = showFollowed({
    'GET /api/known-files/1/changes': inTurn(ok({ ...isOf(moved), total: 2, nextCursor: '12' }), more.answer),
    'POST /api/known-files/1/changes': ok(decided),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Load more' }))
  await keyboard.click(screen.getByRole('button', { name: /^Ignore Ann/ }))
  await of('Ann Plumbing').findByText('Ignored')
  more.give(ok({ ...isOf(closed), total: 2 }))
  await keyboard.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Bob Plumbing')
  expect(of('Ann Plumbing').getByText('Ignored')).toBeDefined()
})

test('changes that do not load say so', async () => {
  showFollowed({ 'GET /api/known-files/1/changes': refused('UNAVAILABLE') })
  const text = await screen.findByText('Failed to fetch the changes')
  expect(text.isConnected).toBe(true)
})
