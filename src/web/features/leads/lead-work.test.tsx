import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noWork } from '#contract/leads/lead-status.ts'
import type { LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { findToast } from '../../testing/find-toast.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, later, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { LeadDetails } from './lead-details.tsx'
import { makeLead } from './lead.fixture.ts'
import { showDetails } from './selection.tsx'

const at = '2026-04-15T15:04:00.000Z'
const note = { id: 5, body: 'Wants a quote', createdAt: at, editedAt: null }
const work = (own: Partial<LeadWorkDetails> = {}) =>
  ok({ ...noWork, lists: [], doNotContactEntries: [], notes: [], history: [], ...own })

const cold = { id: 9, kind: 'tag' as const, name: 'Cold', leadCount: 0, createdAt: '2026-04-01T00:00:00.000Z' }
const tag = { id: 8, kind: 'tag' as const, name: 'Hot', leadCount: 0, createdAt: at }

const showLead = (lead: Partial<Lead> = {}) => {
  const leads = [makeLead({ id: 7, ...lead }), makeLead({ id: 8 })]
  showDetails(leads[0])
  return renderAt('/leads', <LeadDetails leads={leads} />)
}
const show = (routes: Routes) => {
  const calls = stubApi({ 'GET /api/lists': ok({ lists: [tag] }), ...routes })
  return { calls, ...showLead() }
}

const field = (name = 'New note') => screen.getByLabelText<HTMLTextAreaElement>(name)

test('a status is saved as soon as it is chosen, and is part of the history', async () => {
  const history = [{ id: 1, kind: 'status' as const, was: 'new', becomes: 'contacted', at }]
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': inTurn(work(), work({ status: 'contacted', history })),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 1 }),
  })
  await keyboard.selectOptions(screen.getByLabelText('Status'), 'Contacted')
  await screen.findByText('History: 1 change')
  screen.getByText('New → Contacted')
  expect(calls.find(({ route }) => route.startsWith('POST'))?.sent).toEqual({
    leadIds: [7],
    action: { kind: 'status', status: 'contacted' },
  })
})

test('the history says what each change was', async () => {
  const told = [
    ['status', 'replied', 'not-a-fit', 'Replied → Not a fit'],
    ['followUp', null, '2026-05-04', 'Follow-up on May 4, 2026'],
    ['followUp', '2026-05-04', null, 'Follow-up removed'],
    ['list', null, 'Spring', 'Added to Spring'],
    ['list', 'Spring', null, 'Removed from Spring'],
    ['tag', null, 'Hot', 'Tagged Hot'],
    ['tag', 'Hot', null, 'Tag removed: Hot'],
    ['doNotContact', null, 'listed', 'Do not contact'],
    ['doNotContact', 'listed', null, 'Removed from your do-not-contact list'],
    ['note', null, 'deleted', 'Note deleted'],
  ] as const
  const history = told.map(([kind, was, becomes], id) => ({ id, kind, was, becomes, at }))
  show({ 'GET /api/leads/7/work': work({ history }) })
  const list = (await screen.findByText('History: 10 changes')).parentElement
  const lines = [...(list?.querySelectorAll('li') ?? [])].map(({ firstChild }) => firstChild?.textContent)
  expect(lines).toEqual(told.map(([, , , words]) => words))
})

test('the details say what has changed since the lead was pulled, and what it was before', () => {
  const facts = ['businessName', 'phoneNumber', 'website', 'email', 'address', 'city', 'state', 'zipCode'] as const
  stubApi({ 'GET /api/lists': ok({ lists: [] }), 'GET /api/leads/7/work': work() })
  showLead({ changes: facts.map(fact => ({ fact, was: 'old', is: fact === 'email' ? null : 'new' })) })
  const list = screen.getByText('Changed since you pulled this lead').parentElement
  expect([...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Name: new (was old)',
    'Phone: new (was old)',
    'Website: new (was old)',
    'Email: none (was old)',
    'Street: new (was old)',
    'City: new (was old)',
    'State: new (was old)',
    'ZIP: new (was old)',
  ])
})

test('a lead is put on the own do-not-contact list with one click', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work(),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 1 }),
  })
  await keyboard.click(screen.getByRole('button', { name: 'Do not contact' }))
  await expect
    .poll(() => calls.find(({ route }) => route.startsWith('POST'))?.sent)
    .toEqual({ leadIds: [7], action: { kind: 'doNotContact' } })
})

test('a lead on the own do-not-contact list says by which entry, and the entry can be removed', async () => {
  const doNotContactEntries = [{ id: 3, kind: 'phone' as const, value: '13034400001', businessName: null }]
  const calls = stubApi({
    'GET /api/lists': ok({ lists: [] }),
    'GET /api/leads/7/work': work({ doNotContactEntries }),
    'DELETE /api/do-not-contact/3': ok({ message: 'removed' }),
  })
  const { keyboard } = showLead({ doNotContact: true })
  await screen.findByText(/On your do-not-contact list: \(303\) 440-0001\./)
  expect(screen.queryByRole('button', { name: 'Do not contact' })).toBeNull()
  await keyboard.click(screen.getByRole('button', { name: 'Remove from the list (303) 440-0001' }))
  await expect.poll(() => calls.some(({ route }) => route === 'DELETE /api/do-not-contact/3')).toBe(true)
})

test('a status that was not saved is shown as it was, with a reason', async () => {
  const { keyboard } = show({ 'GET /api/leads/7/work': work(), 'POST /api/leads/actions': refused('UNAVAILABLE') })
  await keyboard.selectOptions(screen.getByLabelText('Status'), 'Won')
  await findToast('The lead was not changed')
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('new')
})

test('a status and a follow-up that are changed quickly both stay as chosen', async () => {
  const { keyboard } = show({ 'GET /api/leads/7/work': work(), 'POST /api/leads/actions': later().answer })
  await keyboard.selectOptions(screen.getByLabelText('Status'), 'Contacted')
  await keyboard.type(screen.getByLabelText('Follow up on'), '2026-05-04')
  await keyboard.tab()
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('contacted')
  expect(screen.getByLabelText<HTMLInputElement>('Follow up on').value).toBe('2026-05-04')
})

test('tags that are removed quickly disappear at once, and one comes back if it was not removed', async () => {
  const first = later()
  const { keyboard } = show({
    'GET /api/leads/7/work': work({ lists: [tag, cold], tags: ['Cold', 'Hot'] }),
    'POST /api/leads/actions': inTurn(first.answer, never),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Remove the tag Hot' }))
  await keyboard.click(screen.getByRole('button', { name: 'Remove the tag Cold' }))
  expect(screen.queryAllByRole('button', { name: /^Remove the tag/ })).toEqual([])
  first.give(refused('UNAVAILABLE'))
  await screen.findByRole('button', { name: 'Remove the tag Hot' })
  expect(screen.queryByRole('button', { name: 'Remove the tag Cold' })).toBeNull()
})

test('a follow-up is saved when its field is left, and can be removed', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work({ followUpOn: '2026-05-04' }),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 1 }),
  })
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Follow up on').value).toBe('2026-05-04')
  await keyboard.clear(screen.getByLabelText('Follow up on'))
  await keyboard.tab()
  await expect
    .poll(() => calls.find(({ route }) => route.startsWith('POST'))?.sent)
    .toEqual({ leadIds: [7], action: { kind: 'followUp', on: null } })
})

test('a follow-up is saved when the details are closed while its field has the focus', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work(),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 1 }),
  })
  await keyboard.type(screen.getByLabelText('Follow up on'), '2026-05-04')
  await keyboard.keyboard('{Escape}')
  await expect
    .poll(() => calls.filter(({ route }) => route.startsWith('POST')).map(({ sent }) => sent))
    .toEqual([{ leadIds: [7], action: { kind: 'followUp', on: '2026-05-04' } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a double click adds one note', async () => {
  const { calls, keyboard } = show({ 'GET /api/leads/7/work': work(), 'POST /api/leads/7/notes': ok(note, 201) })
  await keyboard.type(screen.getByLabelText('New note'), 'Wants a quote')
  const button = screen.getByRole('button', { name: 'Add Note' })
  button.click()
  button.click()
  await expect.poll(() => screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('')
  await screen.findByText('Note added', { selector: 'output' })
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1)
})

test('what is typed while a note is saved stays: of a new note only what was added, of an edited one all of it', async () => {
  const [added, edited] = [later(), later()]
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work({ notes: [note], noteCount: 1 }),
    'POST /api/leads/7/notes': added.answer,
    'PATCH /api/leads/7/notes/5': edited.answer,
  })
  await keyboard.type(field('New note'), 'Call back')
  await keyboard.click(screen.getByRole('button', { name: 'Add Note' }))
  await keyboard.type(field('New note'), ' on Monday')
  added.give(ok(note, 201))
  await expect.poll(() => field('New note').value).toBe('on Monday')
  await keyboard.click(screen.getByRole('button', { name: 'Edit note' }))
  await keyboard.type(field('Edited note'), ' soon')
  await keyboard.click(screen.getByRole('button', { name: 'Save Note' }))
  await keyboard.type(field('Edited note'), ', by mail')
  edited.give(ok(note))
  await expect.poll(() => screen.getByRole('button', { name: 'Save Note' }).getAttribute('aria-busy')).toBeNull()
  expect(field('Edited note').value).toBe('Wants a quote soon, by mail')
  expect(calls.flatMap(({ route, sent }) => (route.startsWith('GET') ? [] : [sent]))).toEqual([
    { body: 'Call back' },
    { body: 'Wants a quote soon' },
  ])
  // The draft is also kept while the details are closed.
  await keyboard.click(screen.getByRole('button', { name: 'Next lead' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Previous lead' }))
  await expect.poll(() => field('New note').value).toBe('on Monday')
})

test('a tag is added to a lead, and removed by keyboard, which keeps its place', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': inTurn(
      work(),
      work({ lists: [tag, cold], tags: ['Cold', 'Hot'] }),
      work({ lists: [cold] }),
    ),
    'POST /api/leads/actions': ok({ changed: 1, leftOut: null, batchId: 1 }),
  })
  await keyboard.selectOptions(await screen.findByLabelText('Add tag'), 'Hot')
  ;(await screen.findByRole('button', { name: 'Remove the tag Hot' })).focus()
  await keyboard.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Remove the tag Cold')
  const sent = () => calls.filter(({ route }) => route.startsWith('POST')).map(({ sent: body }) => body)
  await expect.poll(sent).toEqual([
    { leadIds: [7], action: { kind: 'addToList', listId: 8 } },
    { leadIds: [7], action: { kind: 'removeFromList', listId: 8 } },
  ])
})

test('notes are added, edited, and, after a question, deleted', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': inTurn(work(), work({ notes: [note], noteCount: 1 })),
    'POST /api/leads/7/notes': ok(note, 201),
    'PATCH /api/leads/7/notes/5': ok(note),
    'DELETE /api/leads/7/notes/5': ok({ message: 'Note deleted' }),
  })
  await keyboard.keyboard('n')
  expect(document.activeElement).toBe(screen.getByLabelText('New note'))
  await keyboard.keyboard('Wants a quote{Control>}{Enter}{/Control}')
  await screen.findByText('Wants a quote', { selector: 'p' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('')
  await keyboard.click(screen.getByRole('button', { name: 'Edit note' }))
  await keyboard.type(screen.getByLabelText('Edited note'), ' soon')
  await keyboard.click(screen.getByRole('button', { name: 'Save Note' }))
  const askToDelete = async () => keyboard.click(await screen.findByRole('button', { name: 'Delete note' }))
  await askToDelete()
  await keyboard.click(await screen.findByRole('button', { name: 'Keep note' }))
  await askToDelete()
  const question = await screen.findByRole('dialog', { name: 'Delete this note?' })
  await keyboard.click(within(question).getByRole('button', { name: 'Delete note' }))
  const sent = calls.filter(({ route }) => !route.startsWith('GET'))
  expect(sent.map(({ route, sent: body }) => [route, body])).toEqual([
    ['POST /api/leads/7/notes', { body: 'Wants a quote' }],
    ['PATCH /api/leads/7/notes/5', { body: 'Wants a quote soon' }],
    ['DELETE /api/leads/7/notes/5', undefined],
  ])
})

test('the text of a note that is not saved yet waits while another lead is shown, and a saved text does not', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work({ notes: [note], noteCount: 1 }),
    'GET /api/leads/8/work': work(),
    'POST /api/leads/7/notes': ok(note, 201),
  })
  const goTo = (which: string) => keyboard.click(screen.getByRole('button', { name: `${which} lead` }))
  await keyboard.click(await screen.findByRole('button', { name: 'Edit note' }))
  await keyboard.type(field('Edited note'), ' soon')
  await keyboard.type(field(), 'Call back on Monday')
  await goTo('Next')
  expect(field().value).toBe('')
  await goTo('Previous')
  expect(field().value).toBe('Call back on Monday')
  expect(field('Edited note').value).toBe('Wants a quote soon')
  await keyboard.click(screen.getByRole('button', { name: 'Add Note' }))
  await goTo('Next')
  await expect.poll(() => calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1)
  await goTo('Previous')
  await expect.poll(() => field().value).toBe('')
})

test('notes that failed to load say so, and the typed text of a note that was refused stays', async () => {
  const { keyboard } = show({
    'GET /api/leads/7/work': refused('UNAVAILABLE'),
    'POST /api/leads/7/notes': refused('TOO_MANY_NOTES'),
  })
  await screen.findByText('Failed to fetch the notes', { selector: 'p, h2, h3' })
  await keyboard.type(screen.getByLabelText('New note'), 'One more')
  await keyboard.click(screen.getByRole('button', { name: 'Add Note' }))
  await findToast('The note was not saved')
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('One more')
})

test('a lead is reported from its details after a question, and a refusal says why', async () => {
  const { calls, keyboard } = show({
    'GET /api/leads/7/work': work(),
    'POST /api/leads/reports': refused('TOO_MANY_REPORTS'),
  })
  const answer = async (name: string) => {
    await keyboard.click(screen.getByRole('button', { name: 'Report' }))
    await keyboard.click(await screen.findByRole('menuitem', { name: 'Closed' }))
    const question = within(await screen.findByRole('dialog', { name: 'Report 1 lead as closed?' }))
    await keyboard.click(question.getByRole('button', { name }))
  }
  await answer('Cancel')
  await answer('Report')
  await findToast('The report was not sent')
  const sent = calls.filter(({ route }) => route.startsWith('POST')).map(call => call.sent)
  expect(sent).toEqual([{ leadIds: [7], reason: 'closed' }])
})

test('the question whether to report a lead ends when the next lead is shown', async () => {
  const { keyboard } = show({ 'GET /api/leads/7/work': work(), 'GET /api/leads/8/work': work() })
  await keyboard.click(screen.getByRole('button', { name: 'Report' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Closed' }))
  await screen.findByRole('dialog', { name: 'Report 1 lead as closed?' })
  await keyboard.keyboard('{ArrowRight}')
  await expect.poll(() => screen.queryByRole('dialog', { name: /^Report/ })).toBeNull()
})

test('the details of a returned lead and of a sample have no way to report it', () => {
  stubApi({ 'GET /api/lists': ok({ lists: [] }), 'GET /api/leads/7/work': work() })
  const report = { reason: 'closed' as const, state: 'credited' as const, isOwn: true, at }
  const { unmount } = showLead({ report })
  screen.getByText('Reported as closed. It was credited.')
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  unmount()
  showLead({ isSample: true })
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
})
