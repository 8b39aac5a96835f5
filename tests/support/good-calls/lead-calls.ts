import type { FastifyInstance } from 'fastify'
import type { DatedDoNotContactEntry, DoNotContactEntriesInput } from '#contract/leads/do-not-contact.ts'
import type { KnownFile } from '#contract/leads/known-businesses.ts'
import type { LeadList, LeadListInput } from '#contract/leads/lead-lists.ts'
import type { LeadReportInput } from '#contract/leads/lead-reports.ts'
import type { LeadActionInput, LeadNote, NoteInput } from '#contract/leads/lead-work.ts'
import type { SiteCheckInput } from '#contract/leads/site-facts.ts'
import { newAddress, productOf, type SignedIn, signUp } from '../app.ts'
import { runDueJobs } from '../due-jobs.ts'
import { type GoodCalls, newName, ownerOfLead, runSearch, searcher } from './good-call.ts'

/** Good calls of the endpoints for a user’s leads, and for the lists of businesses that searches leave out. */
export const leadCalls: GoodCalls = {
  'GET /api/leads': async app => ({ as: await searcher(app) }),
  'GET /api/leads/site-facts/progress': async app => ({ as: await searcher(app) }),
  'GET /api/leads/site-facts/unchecked': async app => ({ as: await searcher(app) }),
  'POST /api/leads/site-facts/pause': async app => ({ as: await searcher(app) }),
  'GET /api/leads/:id/site-facts': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/site-facts` }, as }
  },
  'POST /api/leads/site-facts': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { body: { leadIds: [leadId] } satisfies SiteCheckInput, as }
  },
  'GET /api/leads/:id/work': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/work` }, as }
  },
  'POST /api/leads/:id/notes': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/notes` }, body: note, as }
  },
  'PATCH /api/leads/:id/notes/:noteId': async app => {
    const { as, url } = await ownerOfNote(app)
    return { options: { url }, body: note, as }
  },
  'DELETE /api/leads/:id/notes/:noteId': async app => {
    const { as, url } = await ownerOfNote(app)
    return { options: { url }, as }
  },
  'POST /api/leads/actions': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return {
      body: { leadIds: [leadId], action: { kind: 'status', status: 'contacted' } } satisfies LeadActionInput,
      as,
    }
  },
  'POST /api/leads/reports': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { body: { leadIds: [leadId], reason: 'closed' } satisfies LeadReportInput, as }
  },
  'GET /api/leads/reports': async app => ({ as: await searcher(app) }),
  'GET /api/leads/actions/:batchId': async app => {
    const { as, url } = await ownerOfChange(app)
    return { options: { url }, as }
  },
  'POST /api/leads/actions/:batchId/undo': async app => {
    const { as, url } = await ownerOfChange(app)
    return { options: { url: `${url}/undo` }, as }
  },
  'GET /api/do-not-contact': async () => ({}),
  'POST /api/do-not-contact': async app => ({
    body: { text: '(303) 440-0099' } satisfies DoNotContactEntriesInput,
    as: await signUp(app),
  }),
  'POST /api/do-not-contact/import': async app => ({ options: knownFile, as: await signUp(app) }),
  'DELETE /api/do-not-contact/:id': async app => {
    const as = await signUp(app)
    const headers = { cookie: as.cookie }
    await app.inject({ method: 'POST', url: '/api/do-not-contact', payload: { text: 'ann@example.com' }, headers })
    const [entry] = (await app.inject({ url: '/api/do-not-contact', headers })).json<DatedDoNotContactEntry[]>()
    return { as, options: { url: `/api/do-not-contact/${entry?.id}` } }
  },
  'GET /api/known-files': async () => ({}),
  'POST /api/known-files/columns': async app => ({
    options: { query: { name: 'crm.csv' }, ...knownFile },
    as: await signUp(app),
  }),
  'POST /api/known-files': async app => ({
    options: { query: { name: 'crm.csv', fields: 'name,phone' }, ...knownFile },
    as: await signUp(app),
  }),
  'DELETE /api/known-files/:id': async app => {
    const { as, url } = await ownerOfKnownFile(app)
    return { options: { url }, as }
  },
  'GET /api/known-files/:id': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url }, as }
  },
  'PATCH /api/known-files/:id': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url }, body: { isLeftOut: false }, as }
  },
  'GET /api/known-files/:id/rows': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/rows` }, as }
  },
  'POST /api/known-files/:id/decisions': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/decisions` }, body: { row: 2, is: 'none' }, as }
  },
  'POST /api/known-files/:id/fill': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/fill` }, body: { facts: ['phone'], maxPulls: 10 }, as }
  },
  'DELETE /api/known-files/:id/fill': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    const payload = { facts: ['phone'], maxPulls: 10 }
    await app.inject({ method: 'POST', url: `${url}/fill`, payload, headers: { cookie: as.cookie } })
    return { options: { url: `${url}/fill` }, as }
  },
  'GET /api/known-files/:id/file': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/file` }, as }
  },
  'GET /api/known-files/:id/changes': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/changes` }, as }
  },
  'POST /api/known-files/:id/changes': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/changes` }, body: { changes: 'all', is: 'accepted', maxPulls: 10 }, as }
  },
  'GET /api/known-files/:id/changes/file': async app => {
    const { as, url } = await ownerOfComparedFile(app)
    return { options: { url: `${url}/changes/file` }, as }
  },
  'GET /api/lists': async app => ({ as: (await ownerOfList(app)).as }),
  'POST /api/lists': async app => ({ body: { name: newName() } satisfies LeadListInput, as: await signUp(app) }),
  'PATCH /api/lists/:id': async app => {
    const { as, url } = await ownerOfList(app)
    return { options: { url }, body: { name: newName() } satisfies LeadListInput, as }
  },
  'DELETE /api/lists/:id': async app => {
    const { as, url } = await ownerOfList(app)
    return { options: { url }, as }
  },
  'GET /api/analytics': async app => ({ as: await searcher(app) }),
  'GET /api/leads/summary': async app => ({ as: await searcher(app) }),
  'POST /api/export': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id }, as }
  },
  'POST /api/export/preview': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id }, as }
  },
}

const knownFile = {
  payload: 'Name,Phone\nAnn,(303) 440-0099',
  headers: { 'content-type': 'application/octet-stream' },
}

const note = { body: 'Call again in May' } satisfies NoteInput

async function ownerOfNote(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const { as, leadId } = await ownerOfLead(app)
  const url = `/api/leads/${leadId}/notes`
  const made = await app.inject({ method: 'POST', url, payload: note, headers: { cookie: as.cookie } })
  return { as, url: `${url}/${made.json<LeadNote>().id}` }
}

async function ownerOfChange(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const { as, leadId } = await ownerOfLead(app)
  const url = '/api/leads/actions'
  const payload = { leadIds: [leadId], action: { kind: 'status', status: 'won' } } satisfies LeadActionInput
  const made = await app.inject({ method: 'POST', url, payload, headers: { cookie: as.cookie } })
  return { as, url: `${url}/${made.json<{ batchId: number }>().batchId}` }
}

async function ownerOfKnownFile(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const { payload, headers } = knownFile
  const response = await app.inject({
    method: 'POST',
    url: '/api/known-files',
    query: { name: 'crm.csv', fields: 'name,phone' },
    payload,
    headers: { ...headers, cookie: as.cookie },
    remoteAddress: newAddress(),
  })
  return { as, url: `/api/known-files/${response.json<KnownFile>().id}` }
}

async function ownerOfComparedFile(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const owner = await ownerOfKnownFile(app)
  await runDueJobs(productOf(app).deps, ['jobs'])
  return owner
}

async function ownerOfList(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const payload = { name: newName() } satisfies LeadListInput
  const made = await app.inject({ method: 'POST', url: '/api/lists', payload, headers: { cookie: as.cookie } })
  return { as, url: `/api/lists/${made.json<LeadList>().id}` }
}
