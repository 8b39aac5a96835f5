import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Fill } from '#contract/leads/filled-files.ts'
import { type KnownFile, knownFileBytes } from '#contract/leads/known-businesses.ts'
import { setAddressValue } from '../../shared/address.ts'
import { inTurn, later, never, ok, refused } from '../../testing/stub-api.ts'
import { compared, listed, show, showFile, summary } from './known-businesses.fixture.tsx'

const beginning: KnownFile = { ...compared, compared: 300, isCompared: false }
const fill: Fill = { state: 'running', facts: ['phone'], maxPulls: 21, row: 400, pulls: 8, filled: 9 }
const fileOf = (size = 10) => new File([new Uint8Array(size)], 'crm.csv', { type: 'text/csv' })
const choose = async (keyboard: ReturnType<typeof show>['keyboard'], file = fileOf()) =>
  keyboard.upload(screen.getByLabelText('File with businesses'), file)

test('a file is imported after its columns were checked', async () => {
  const { keyboard, calls } = show({
    'GET /api/known-files/1': inTurn(ok({ ...summary, file: beginning, states: null }), ok(summary)),
    'GET /api/known-files/1/rows': ok({ items: [], total: 0, nextCursor: null }),
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
  await screen.findByText('What we can add')
  expect(screen.getByText('To decide').closest('div')?.textContent).toContain('9')
  // They are counted in the figures before, which add up to the rows.
  expect(screen.getByText('Of these, do not contact').closest('div')?.textContent).toContain('2')
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

test('a second file that is dropped while the first is read is ignored', async () => {
  const first = later()
  const { keyboard, calls } = show({ 'POST /api/known-files/columns': first.answer })
  await choose(keyboard)
  const area = (await screen.findByRole('button', { name: 'Reading the file...' })).parentElement
  fireEvent.drop(area ?? document.body, { dataTransfer: { files: [fileOf()] } })
  first.give(refused('INVALID_REQUEST', { message: 'The file is empty.' }))
  await screen.findByText('The file is empty.')
  expect(calls.filter(({ route }) => route === 'POST /api/known-files/columns')).toHaveLength(1)
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
  // The file may have a business twice.
  expect(dialog.textContent).toContain('leave out the businesses in the 1,200 rows of crm.csv')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('You have not imported a file yet.')
  expect(calls.some(({ route }) => route === 'DELETE /api/known-files/1')).toBe(true)
})

test('the page of a file that was deleted is not shown again', async () => {
  const { keyboard, client } = show({
    'GET /api/known-files': inTurn(listed(compared), listed()),
    'DELETE /api/known-files/1': ok({ message: 'deleted' }),
    'GET /api/known-files/1': refused('NOT_FOUND'),
  })
  client.setQueryData(['known-file', 1], summary)
  await keyboard.click(await screen.findByRole('button', { name: 'Delete crm.csv' }))
  await keyboard.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('You have not imported a file yet.')
  act(() => setAddressValue('file', '1', { isStep: true }))
  expect((await screen.findAllByText('File not found')).length).toBeGreaterThan(0)
})

test('the list says when it did not load', async () => {
  show({ 'GET /api/known-files': refused('UNAVAILABLE') })
  const text = await screen.findByText('Failed to fetch your files')
  expect(text.isConnected).toBe(true)
})

test('before a file is filled, the user reads how many values are replaced', async () => {
  const { keyboard } = showFile()
  await keyboard.click(await screen.findByRole('button', { name: 'Fill this file' }))
  expect(screen.getByRole('dialog').textContent).toContain('Replaces 3 of your values.')
})

test('a file says what it can get, and the most that it costs', async () => {
  const { keyboard, calls } = showFile({ 'POST /api/known-files/1/fill': ok(fill) })
  await screen.findByText('Closed: 7', { exact: false })
  expect(document.title).toBe('crm.csv · Leadline')
  await keyboard.click(screen.getByLabelText('Other name'))
  await keyboard.click(screen.getByRole('button', { name: 'Fill this file' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Uses at most 21 of your 500 leads.')
  expect(dialog.textContent).not.toContain('Replaces')
  await keyboard.click(within(dialog).getByRole('button', { name: 'Fill the file' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /api/known-files/1/fill')?.sent).toEqual({
      facts: ['phone'],
      maxPulls: 21,
    }),
  )
})

test('before a file is filled that needs more leads than the user has, both numbers are shown', async () => {
  const { keyboard } = showFile({ 'GET /api/known-files/1': ok({ ...summary, pullsLeft: 20 }) })
  await keyboard.click(await screen.findByRole('button', { name: 'Fill this file' }))
  expect(screen.getByRole('dialog').textContent).toMatch(/Needs at most \d\d leads, and you have 20\./)
})

test('without leads, a stopped file offers more leads, and says what this attempt cost', async () => {
  const stopped = { ...fill, facts: ['phone', 'email'], state: 'stopped', row: 0, pulls: 0, filled: 50 }
  showFile({ 'GET /api/known-files/1': ok({ ...summary, pullsLeft: 0, fill: stopped }) })
  await screen.findByText('Nothing more was filled')
  expect(screen.getByText(/50 rows filled in all, 0 leads used this time\./)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Buy More Leads' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Fill this file' })
  expect(again.disabled).toBe(false)
  // The same facts would stop at the same row. All rows have their email already.
  fireEvent.click(screen.getByLabelText('Other name'))
  expect(again.disabled).toBe(true)
})

test('filling that stopped because the plan became smaller says so', async () => {
  showFile({ 'GET /api/known-files/1': ok({ ...summary, rowLimit: 1, fill: { ...fill, state: 'stopped' } }) })
  expect(await screen.findByText(/Your plan fills fewer rows than this file needs/)).toBeDefined()
})

test('what counts the leads of the user is read again while a file is filled', async () => {
  const { client } = showFile({ 'GET /api/known-files/1': ok({ ...summary, fill: { ...fill, pulls: 2 } }) })
  const counted = ['leads', 'analytics', 'saved-searches', 'search-previews']
  for (const name of counted) client.setQueryData([name], {})
  await screen.findByText(/Filling, at row 400/)
  expect(counted.filter(name => client.getQueryState([name])?.isInvalidated === true)).toEqual(counted)
})

test('filling can be stopped, and goes on where it stopped', async () => {
  const stopped = ok({ ...summary, fill: { ...fill, state: 'stopped' } })
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1': inTurn(ok({ ...summary, fill }), stopped),
    'DELETE /api/known-files/1/fill': ok({ ...fill, state: 'canceled' }),
    'POST /api/known-files/1/fill': ok(fill),
  })
  await screen.findByText(/Filling, at row 400/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download the file' }).disabled).toBe(true)
  await keyboard.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText('Stopped after row 400')
  // There are leads left, so it was not the quota.
  expect(screen.getByText(/While your email is not confirmed, new leads are limited by the hour/)).toBeDefined()
  await keyboard.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /api/known-files/1/fill')?.sent).toEqual({
      facts: ['phone'],
      maxPulls: 13,
    }),
  )
})

test('if the connection fails while a file is being filled, the page does not say so every second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { calls } = showFile({
    'GET /api/known-files/1': inTurn(
      ok({ ...summary, fill }),
      refused('UNAVAILABLE'),
      refused('UNAVAILABLE'),
      ok(summary),
    ),
  })
  await screen.findByText(/Filling, at row 400/)
  const reads = () => calls.filter(({ route }) => route === 'GET /api/known-files/1').length
  for (let second = 0; second < 20; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(reads()).toBe(2)
  for (let second = 0; second < 60; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  await expect.poll(() => screen.queryByText(/Filling, at row 400/)).toBeNull()
  expect(reads()).toBe(4)
})

test('a double click stops filling, and does not continue it', async () => {
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1': inTurn(
      ok({ ...summary, fill }),
      ok({ ...summary, fill: { ...fill, state: 'canceled' } }),
    ),
    'DELETE /api/known-files/1/fill': ok({ ...fill, state: 'canceled' }),
    'POST /api/known-files/1/fill': ok(fill),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Stop' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }), { detail: 2 })
  await keyboard.click(screen.getByRole('tab', { name: 'Decided' }))
  await expect.poll(() => calls.at(-1)?.query).toBe('state=decided')
  expect(calls.some(({ route }) => route === 'POST /api/known-files/1/fill')).toBe(false)
})

test('a file without gone rows says, too, where the rows are that were not found', async () => {
  showFile({ 'GET /api/known-files/1': ok({ ...summary, gone: [] }) })
  expect(await screen.findByText('The file that you download says which rows are which. This is free.')).toBeDefined()
})

test('a file that does not load says so', async () => {
  showFile({ 'GET /api/known-files/1': refused('UNAVAILABLE') })
  await screen.findByText('Failed to fetch the file')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test.each([refused('NOT_FOUND'), refused('INVALID_REQUEST', { message: 'Number must be greater than 0' })])(
  'a file that does not exist leads to the list of files, because trying again cannot help',
  async unknown => {
    showFile({ 'GET /api/known-files/1': unknown })
    const link = await screen.findByRole('link', { name: 'See your files' })
    expect(screen.getByRole('alert').textContent).toContain('File not found')
    expect(link.getAttribute('href')).toBe('/known-businesses')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
)

test('of two uses of a file that are changed quickly, each shows what the user chose', async () => {
  const first = later()
  const { keyboard } = showFile({ 'PATCH /api/known-files/1': inTurn(first.answer, never) })
  const [leaveOut, follow] = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /My searches|Tell me/ })
  await keyboard.click(leaveOut!)
  await keyboard.click(follow!)
  expect([leaveOut?.checked, follow?.checked]).toEqual([false, true])
  first.give(refused('UNAVAILABLE'))
  await expect.poll(() => leaveOut?.checked).toBe(true)
  expect(follow?.checked).toBe(true)
})
