// A client whose paths, fields, and answers are checked by the compiler: `npm install openapi-fetch`, and copy
// `api-v1.ts` next to this file. It previews a search, runs it within a ceiling, and puts its leads on a list.
import createClient from 'openapi-fetch'
import type { paths } from './api-v1.ts'

const dentists = { businessCategory: 'Dentists', location: 'Boulder, CO', radius: 5 }

export async function listDentists(server: string, apiKey: string, mostPulls: number) {
  const api = createClient<paths>({ baseUrl: server, headers: { authorization: `Bearer ${apiKey}` } })

  const preview = await api.POST('/api/v1/searches/preview', { body: { ...dentists, maxNewPulls: mostPulls } })
  if (preview.error) throw new Error(preview.error.detail)
  console.log(`Finds ${preview.data.matches}, and costs ${preview.data.pulls} pulls at most.`)

  const search = await api.POST('/api/v1/searches', {
    body: { ...dentists, maxNewPulls: mostPulls, confirmed: true },
    // Keep it, and send it again when no answer came.
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  if (search.error) throw new Error(search.error.detail)
  if (!('leads' in search.data)) throw new Error(search.data.message)
  const leadIds = search.data.leads.map(({ id }) => id)

  const list = await api.POST('/api/v1/lists', { body: { name: 'Dentists in Boulder' } })
  if (list.error) throw new Error(list.error.detail)
  for (const change of [{ addToList: list.data.id }, { status: 'contacted' as const }]) {
    const { error } = await api.POST('/api/v1/leads/changes', { body: { leadIds, ...change } })
    if (error) throw new Error(error.detail)
  }

  const listed = await api.GET('/api/v1/leads', { params: { query: { listId: list.data.id, limit: 50 } } })
  if (listed.error) throw new Error(listed.error.detail)
  return listed.data.items
}
