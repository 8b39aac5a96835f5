import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FileColumns, type KnownFile, knownFileBytes } from '#contract/leads/known-businesses.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
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
  rows: 1200,
  compared: 1200,
  counts: { phone: 1000, website: 100, address: 50, several: 7, none: 42, unreadable: 1 },
  createdAt: '2026-03-01T10:00:00.000Z',
}
const beginning: KnownFile = { ...compared, compared: 300, counts: null }
const listed = (...files: KnownFile[]) => ok({ files })

function show(routes: Routes = {}) {
  const calls = stubApi({
    'GET /api/known-files': listed(),
    'POST /api/known-files/columns': ok(columns),
    ...routes,
  })
  return { ...renderAt('/known-businesses', <KnownBusinessesScreen />), calls }
}
const fileOf = (size = 10) => new File([new Uint8Array(size)], 'crm.csv', { type: 'text/csv' })
const choose = async (keyboard: ReturnType<typeof show>['keyboard'], file = fileOf()) =>
  keyboard.upload(screen.getByLabelText('File with businesses'), file)

test('a file is imported after its columns were checked', async () => {
  const { keyboard, calls } = show({
    'GET /api/known-files': inTurn(listed(), listed(beginning), listed(compared)),
    'POST /api/known-files': ok(beginning),
  })
  await screen.findByText('You have not imported a file yet.')
  await choose(keyboard)
  const name = await screen.findByLabelText('Contents of Firm')
  await keyboard.selectOptions(name, 'Name')
  expect(screen.getByLabelText<HTMLSelectElement>('Contents of Column 3').value).toBe('')
  await keyboard.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Looking for the businesses: 300 of 1,200')
  expect(calls.find(({ route }) => route === 'POST /api/known-files')?.query).toBe(
    'name=crm.csv&fields=name%2Cphone%2C',
  )
  await screen.findByText('Found by phone', {}, { timeout: 5000 })
  const row = screen.getByText('Several places fit').closest('div')
  expect(row?.textContent).toContain('7')
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
  await screen.findByText(/100,000 businesses/)
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
