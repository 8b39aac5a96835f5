import type { FileRow, FileSummary } from '#contract/leads/filled-files.ts'
import type { FileColumns, KnownFile } from '#contract/leads/known-businesses.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, type Routes, stubApi } from '../../testing/stub-api.ts'
import KnownBusinessesScreen from './known-businesses.screen.tsx'

const columns: FileColumns = {
  columns: [
    { header: 'Firm', field: null, samples: ['Ann Plumbing'] },
    { header: 'Phone', field: 'phone', samples: ['(303) 440-0001'] },
    { header: '', field: null, samples: [] },
  ],
}
export const compared: KnownFile = {
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
const change = { was: '', is: '(303) 440-••••', source: 'Overture Maps', confirmedOn: '2026-02-01' }
export const summary: FileSummary = {
  file: compared,
  states: { found: 1150, decide: 9, none: 40, unreadable: 1 },
  decided: 0,
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
export const openRow: FileRow = {
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
export const rowsOf = (...rows: FileRow[]) => ok({ items: rows, total: rows.length, nextCursor: null })
export const listed = (...files: KnownFile[]) => ok({ files })

export function show(routes: Routes = {}, address = '/known-businesses') {
  const calls = stubApi({
    'GET /api/known-files': listed(),
    'POST /api/known-files/columns': ok(columns),
    ...routes,
  })
  return { ...renderAt(address, <KnownBusinessesScreen />), calls }
}
export const showFile = (routes: Routes = {}) =>
  show(
    { 'GET /api/known-files/1': ok(summary), 'GET /api/known-files/1/rows': rowsOf(openRow), ...routes },
    '/known-businesses?file=1',
  )
