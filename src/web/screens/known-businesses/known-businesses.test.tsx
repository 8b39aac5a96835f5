import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { FileRow, FileSummary, Fill } from '#contract/leads/filled-files.ts'
import type { ChangesDecided, FileChange, FileChanges } from '#contract/leads/followed-files.ts'
import { type FileColumns, type KnownFile, knownFileBytes } from '#contract/leads/known-businesses.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, later, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import KnownBusinessesScreen from './known-businesses.screen.tsx'

const columns: FileColumns = {
  columns: [
    { header: 'Firm', field: null, samples: ['Ann Plumbing'] },
    { header: 'Phone', field: 'phone', samples: ['(303) 440-0001'] },
    { header: '', field: null, samples: [] },
  ],
}
const compared: KnownFile = {
  id: 1,
  name: 'crm.csv',
  isLeftOut: true,
  isFollowed: false,
  isPaused: false,
  openChanges: {},
  rows: 1200,
  compared: 1200,
  isCompared: true,
  createdAt: '2026-03-01T10:00:00.000Z',
}
const beginning: KnownFile = { ...compared, compared: 300, isCompared: false }
const change = { was: '', is: '(303) 440-••••', source: 'Overture Maps', confirmedOn: '2026-02-01' }
const summary: FileSummary = {
  file: compared,
  states: { found: 1150, decide: 9, none: 40, unreadable: 1 },
  offers: [
    { fact: 'phone', rows: 41, example: { ...change, fact: 'phone', row: 3 } },
    { fact: 'otherName', rows: 3, example: { ...change, fact: 'otherName', was: 'Anne', is: 'Ann', row: 5 } },
  ],
  gone: [{ kind: 'closed', rows: 7, name: 'Bob Plumbing', source: 'Overture Maps', on: '2026-02-18' }],
  doNotContact: 2,
  toPull: [
    { facts: ['phone'], businesses: 20 },
    { facts: ['otherName'], businesses: 2 },
    { facts: ['phone', 'otherName'], businesses: 1 },
  ],
  pullsLeft: 500,
  rowLimit: 5000,
  rowsUsed: 0,
  fill: null,
}
const fill: Fill = { state: 'running', facts: ['phone'], maxPulls: 21, row: 400, pulls: 8, filled: 9 }
const openRow: FileRow = {
  row: 4,
  state: 'decide',
  cells: { name: 'Eve Plumbing', zip: '80302' },
  candidates: [
    {
      placeId: 'overture:eve',
      cells: { name: 'Eve Plumbing', phone: '(303) 440-••••', zip: '80301' },
      category: 'Plumber',
    },
  ],
  isDecided: false,
  gone: null,
  changes: [],
}
const rowsOf = (...rows: FileRow[]) => ok({ rows, total: rows.length, next: null })
const listed = (...files: KnownFile[]) => ok({ files })

function show(routes: Routes = {}, address = '/known-businesses') {
  const calls = stubApi({
    'GET /api/known-files': listed(),
    'POST /api/known-files/columns': ok(columns),
    ...routes,
  })
  return { ...renderAt(address, <KnownBusinessesScreen />), calls }
}
const fileOf = (size = 10) => new File([new Uint8Array(size)], 'crm.csv', { type: 'text/csv' })
const choose = async (keyboard: ReturnType<typeof show>['keyboard'], file = fileOf()) =>
  keyboard.upload(screen.getByLabelText('File with businesses'), file)

test('a file is imported after its columns were checked', async () => {
  const { keyboard, calls } = show({
    'GET /api/known-files/1': inTurn(ok({ ...summary, file: beginning, states: null }), ok(summary)),
    'GET /api/known-files/1/rows': ok({ rows: [], total: 0, next: null }),
    'POST /api/known-files': ok(beginning),
  })
  await screen.findByText('You have not imported a file yet.')
  await choose(keyboard)
  const name = await screen.findByLabelText('Contents of Firm')
  await keyboard.selectOptions(name, 'Name')
  expect(screen.getByLabelText<HTMLSelectElement>('Contents of Column 3').value).toBe('')
  await keyboard.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Looking for the businesses: 300 of 1,200')
  expect(location.search).toBe('?file=1')
  expect(calls.find(({ route }) => route === 'POST /api/known-files')?.query).toBe(
    'name=crm.csv&fields=name%2Cphone%2C',
  )
  await screen.findByText('What we can add', {}, { timeout: 5000 })
  expect(screen.getByText('To decide').closest('div')?.textContent).toContain('9')
})

test('without a column to find businesses by, nothing can be imported', async () => {
  const { keyboard } = show()
  await choose(keyboard)
  await keyboard.selectOptions(await screen.findByLabelText('Contents of Phone'), 'Not used')
  await screen.findByText(/Choose the column with the phone/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
  await keyboard.click(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByRole('button', { name: 'Choose a file' })
})

test('a file that cannot be read says why, and so does one that is too large', async () => {
  const { keyboard } = show({
    'POST /api/known-files/columns': refused('INVALID_REQUEST', { message: 'The file is empty.' }),
  })
  await choose(keyboard)
  expect((await screen.findByRole('alert')).textContent).toContain('The file is empty.')
  await choose(keyboard, fileOf(knownFileBytes + 1))
  await screen.findByText(/larger than 10 MB/)
})

test('a failed import keeps the columns', async () => {
  const { keyboard } = show({ 'POST /api/known-files': refused('TOO_MANY_KNOWN_BUSINESSES') })
  await choose(keyboard)
  await keyboard.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText(/200,000 businesses/)
  expect(screen.getByLabelText<HTMLSelectElement>('Contents of Phone').value).toBe('phone')
})

test('a file is deleted after a question', async () => {
  const { keyboard, calls } = show({
    'GET /api/known-files': inTurn(listed(compared), listed()),
    'DELETE /api/known-files/1': ok({ message: 'deleted' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Delete crm.csv' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('1,200 businesses')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('You have not imported a file yet.')
  expect(calls.some(({ route }) => route === 'DELETE /api/known-files/1')).toBe(true)
})

test('the list says when it did not load', async () => {
  show({ 'GET /api/known-files': refused('UNAVAILABLE') })
  const text = await screen.findByText('Failed to fetch your files')
  expect(text.isConnected).toBe(true)
})

const showFile = (routes: Routes = {}) =>
  show(
    { 'GET /api/known-files/1': ok(summary), 'GET /api/known-files/1/rows': rowsOf(openRow), ...routes },
    '/known-businesses?file=1',
  )

test('before a file is filled, the user reads how many values are replaced', async () => {
  const { keyboard } = showFile()
  await keyboard.click(await screen.findByRole('button', { name: 'Fill this file' }))
  expect(screen.getByRole('dialog').textContent).toContain('3 values of yours are replaced.')
})

test('a file says what it can get, and the most that it costs', async () => {
  const { keyboard, calls } = showFile({ 'POST /api/known-files/1/fill': ok(fill) })
  await screen.findByText('Closed: 7', { exact: false })
  await keyboard.click(screen.getByLabelText('Other name'))
  await keyboard.click(screen.getByRole('button', { name: 'Fill this file' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Uses at most 21 of your 500 leads.')
  expect(dialog.textContent).not.toContain('replaced')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Fill the file' }))
  await vi.waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /api/known-files/1/fill')?.sent).toEqual({
      facts: ['phone'],
      maxPulls: 21,
    }),
  )
})

test('filling can be stopped, and goes on where it stopped', async () => {
  const stopped = ok({ ...summary, fill: { ...fill, state: 'stopped' } })
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1': inTurn(ok({ ...summary, fill }), stopped),
    'DELETE /api/known-files/1/fill': ok({ ...fill, state: 'canceled' }),
    'POST /api/known-files/1/fill': ok(fill),
  })
  await screen.findByText(/Filling: row 400 of 1,200/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download the file' }).disabled).toBe(true)
  await keyboard.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText('Stopped after row 400')
  await keyboard.click(screen.getByRole('button', { name: 'Go on' }))
  await vi.waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /api/known-files/1/fill')?.sent).toEqual({
      facts: ['phone'],
      maxPulls: 13,
    }),
  )
})

test('a row is decided with a key, and the decision is undone with another', async () => {
  const { keyboard, calls } = showFile({ 'POST /api/known-files/1/decisions': ok(openRow) })
  await screen.findByText('Different:')
  await keyboard.keyboard('y')
  await screen.findByText('No rows are left to decide.')
  await keyboard.keyboard('u')
  await screen.findByText('Different:')
  await keyboard.keyboard('n')
  await screen.findByText('No rows are left to decide.')
  expect(calls.flatMap(({ route, sent }) => (route === 'POST /api/known-files/1/decisions' ? [sent] : []))).toEqual([
    { row: 4, is: { placeId: 'overture:eve' } },
    { row: 4, is: 'undecided' },
    { row: 4, is: 'none' },
  ])
})

test('a file that does not load says so', async () => {
  showFile({ 'GET /api/known-files/1': refused('NOT_FOUND') })
  const text = await screen.findByText('Failed to fetch the file')
  expect(text.isConnected).toBe(true)
})

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
  changes,
  total: changes.length,
  counts: {},
  toPull: 12,
  next: null,
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
  await screen.findByText('You are not told what changes at the moment')
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

test('an accepted change shows what was paid for, and is undone in its place', async () => {
  const paid: FileChange = { ...moved, is: '7 Main St, Louisville', state: 'accepted', costsPull: false }
  const { keyboard, calls } = showFollowed({
    'GET /api/known-files/1/changes': inTurn(ok(isOf(moved, closed)), ok(isOf(closed)), ok(isOf(paid))),
    'POST /api/known-files/1/changes': inTurn(ok({ ...decided, pulls: 1 }), ok(decided)),
  })
  await keyboard.click(await screen.findByRole('button', { name: /Accept \(1 lead\)/ }))
  await of('Ann Plumbing').findByText('7 Main St, Louisville')
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
  first.focus()
  await keyboard.keyboard('i')
  await of('Ann Plumbing').findByText('Ignored')
  await keyboard.keyboard('a')
  await of('Bob Plumbing').findByText('Accepted')
  expect(decisionsIn(calls)).toMatchObject([
    { changes: [{ row: 12 }], is: 'ignored' },
    { changes: [{ row: 40 }], is: 'accepted' },
  ])
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
  await vi.waitFor(() =>
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

test('changes that do not load say so', async () => {
  showFollowed({ 'GET /api/known-files/1/changes': refused('UNAVAILABLE') })
  const text = await screen.findByText('Failed to fetch the changes')
  expect(text.isConnected).toBe(true)
})
