import { readXlsx } from 'hucre/xlsx'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultColumns, exportColumns } from '#contract/leads/export-columns.ts'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import type { ExportPreview, Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { csvLine } from '#server/platform/basics/csv.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { currentLead } from './current-lead.ts'
import { exportRow } from './export-row.rules.ts'
import { exportWriters } from './export-writers.ts'
import { exportPage } from './export.repository.ts'
import { exportableDatasets } from './export.usecases.ts'
import { refreshLeads } from './refresh-leads.usecases.ts'

const header = csvLine(defaultColumns)
const linesOf = (body: string): string[] => body.replace(/^\uFEFF/, '').split('\r\n')
const parsedRows = (rows: readonly string[] = []) => rows.map(row => JSON.parse(row) as unknown)

test('a field that a spreadsheet would run gets an apostrophe; commas, quotes, and line ends are quoted', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\tx', 'a,b', 'say "hi"', 'a\nb', -105.27, null])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tx,"a,b","say ""hi""","a\nb",-105.27,\r\n`,
  )
  // Spreadsheets of some languages read the wide forms, too, and some skip the end of a line.
  expect(csvLine(['＝1+1', '＋1', '－1', '＠a', '\n=1', '1＝1'])).toBe(`'＝1+1,'＋1,'－1,'＠a,"'\n=1",1＝1\r\n`)
})

describeOnBothDatabases('exporting', open => {
  let boulder: TestApp
  let user: SignedIn
  let answer: SearchResult

  beforeAll(async () => {
    const db = await open()
    await seedPlumbers(db, 30, { name: '=SUM(A1), "Plumbers"' })
    boulder = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(boulder.app)
    const payload = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5 }
    answer = (await post('/api/search', payload)).json<SearchResult>()
  })
  const post = (url: string, payload: object, who = user) =>
    boulder.app.inject({ method: 'POST', url, payload, headers: { cookie: who.cookie } })
  /** The request for the first page of rows when all leads of the search are exported. */
  const firstPage = () =>
    ({
      userId: user.user.id,
      searchId: answer.search.id,
      listId: null,
      leadIds: null,
      after: null,
      length: 250,
      writes: 'csv',
      hasNotes: false,
    }) as const

  test('a search is exported as CSV that a spreadsheet reads, with the stable header', async () => {
    const file = await post('/api/export', { searchId: answer.search.id })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="leads-plumbers-boulder-co-2026-03-01.csv"')
    expect(file.body.startsWith(`\uFEFF${header}`)).toBe(true)
    const lines = linesOf(file.body)
    expect(lines).toHaveLength(1 + 20 + 1)
    const [first] = answer.leads
    expect(lines[1]).toBe(
      `"'=SUM(A1), ""Plumbers""",Plumbing,(303) 555-0100,,,,,CO,,40.01499,-105.27055,0,4.5,100,overture,test,,${first?.id},Plumbers,"Boulder, CO","Overture Maps Foundation, overturemaps.org, and the sources that each place names","name, phone: Overture Maps, test, release 2026-01",yes`,
    )
  })

  test('the header of the default columns never changes', () => {
    expect(header).toBe(
      'name,category,phone,website,email,street,city,state,postal_code,latitude,longitude,distance_miles,rating,quality_score,source,source_license,last_confirmed,lead_id,search_category,search_location,attribution,fact_sources,still_listed\r\n',
    )
  })

  test('chosen columns come in the chosen order, newer facts among them', async () => {
    const [chain] = answer.leads
    await boulder.deps.db.query(`UPDATE lead SET facts = facts || '{"brand": "Pipes, Inc"}' WHERE id = $1`, [chain?.id])
    const file = await post('/api/export', { searchId: answer.search.id, columns: ['brand', 'name', 'first_seen_on'] })
    const lines = linesOf(file.body)
    expect(lines).toHaveLength(1 + 20 + 1)
    await boulder.app.inject({
      method: 'POST',
      url: `/api/leads/${chain?.id}/notes`,
      payload: { body: '=Call back' },
      headers: { cookie: user.cookie },
    })
    for (const name of ['Spring 2026', 'Hot']) {
      const { id: listId } = (await post('/api/lists', { kind: 'tag', name })).json<LeadList>()
      await post('/api/leads/actions', { leadIds: [chain?.id], action: { kind: 'addToList', listId } })
    }
    const work = await post('/api/export', {
      searchId: answer.search.id,
      columns: ['status', 'tags', 'follow_up_on', 'notes'],
    })
    expect(linesOf(work.body).slice(0, 3)).toEqual([
      'status,tags,follow_up_on,notes',
      `New,Hot; Spring 2026,,'=Call back`,
      'New,,,',
    ])
    expect(lines.slice(0, 2)).toEqual(['brand,name,first_seen_on', `"Pipes, Inc","'=SUM(A1), ""Plumbers""",`])
    const all = await post('/api/export', { searchId: answer.search.id, columns: defaultColumns })
    expect(all.body).toBe((await post('/api/export', { searchId: answer.search.id })).body)
    const unknown = (await post('/api/export', { columns: ['name', 'shoe_size'] })).json<{ message: string }>()
    expect(unknown.message).toBe(`Unknown column "shoe_size". Choose from: ${exportColumns.join(', ')}`)
    for (const columns of [[], ['shoe_size'], ['name', 'name']])
      expect((await post('/api/export', { columns })).statusCode).toBe(400)
  })

  test('as JSON and NDJSON, an export has the same leads with typed values', async () => {
    const [first] = answer.leads
    const columns = ['name', 'latitude', 'rating', 'website', 'attribution', 'still_listed', 'lead_id'] as const
    const input = { searchId: answer.search.id, columns }
    const json = await post('/api/export', { ...input, format: 'json' })
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json.headers['content-disposition']).toContain('leads-plumbers-boulder-co-2026-03-01.json')
    const rows = json.json<object[]>()
    expect(rows).toHaveLength(20)
    expect(rows[0]).toEqual({
      name: '=SUM(A1), "Plumbers"',
      latitude: 40.01499,
      rating: 4.5,
      website: null,
      attribution: ['Overture Maps Foundation, overturemaps.org, and the sources that each place names'],
      still_listed: true,
      lead_id: first?.id,
    })
    const ndjson = await post('/api/export', { ...input, format: 'ndjson' })
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const lines = ndjson.body.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as object)).toEqual(rows)
    expect(Object.keys((await post('/api/export', { format: 'json' })).json<object[]>()[0] ?? {})).toEqual(
      defaultColumns,
    )
    expect((await post('/api/export', { format: 'xml' })).statusCode).toBe(400)
  })

  test('XLSX, vCards, and presets have the same leads', async () => {
    const input = { searchId: answer.search.id }
    const post20 = (form: object) => post('/api/export', { ...input, ...form })
    const xlsx = await post20({ format: 'xlsx' })
    expect(xlsx.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const rows = (await readXlsx(xlsx.rawPayload)).sheets[0]?.rows
    expect(rows?.[0]).toEqual(defaultColumns)
    expect(rows?.slice(1).map(row => [row[0], row[17]])).toEqual(
      answer.leads.map(({ businessName, id }) => [businessName, id]),
    )
    const cards = await post20({ format: 'vcf' })
    expect(cards.headers['content-type']).toBe('text/vcard; charset=utf-8')
    expect(cards.body.match(/^BEGIN:VCARD\r$/gm)).toHaveLength(20)
    const hubspot = await post20({ preset: 'hubspot' })
    expect(hubspot.headers['content-disposition']).toContain('"leads-plumbers-boulder-co-hubspot-2026-03-01.csv"')
    expect(linesOf(hubspot.body)).toHaveLength(1 + 20 + 1)
    expect(hubspot.body).toMatch(/^Company name,Company domain name,Phone number,/)
    const sheets = await readXlsx((await post20({ preset: 'google_sheets' })).rawPayload)
    expect(sheets.sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['=SUM(A1), "Plumbers"', 'Plumbing', '(303) 555-0100'])
    for (const form of [
      { preset: 'hubspot', format: 'csv' },
      { preset: 'hubspot', columns: ['name'] },
      { format: 'vcf', columns: ['name'] },
      { preset: 'sugar' },
    ])
      expect((await post20(form)).statusCode).toBe(400)
  })

  test('a preview says how many leads a file will have, and the file has as many', async () => {
    const { db } = boulder.deps
    const [a, b, c] = answer.leads.map(({ id }) => id)
    await db.query(`UPDATE lead SET facts = facts || '{"email": "a@b.example"}' WHERE id = ANY($1)`, [[a, b, c]])
    await db.query('UPDATE lead SET do_not_contact = true WHERE id = $1', [c])
    const previewOf = async (form: object) => (await post('/api/export/preview', form)).json<ExportPreview>()
    const none = { doNotContact: 1, returned: 0, notShareable: 0, withoutEmail: 0 }
    expect(await previewOf({ searchId: answer.search.id })).toEqual({ rows: 19, leftOut: none })
    expect(await previewOf({ preset: 'mailchimp' })).toEqual({ rows: 2, leftOut: { ...none, withoutEmail: 17 } })
    expect(await previewOf({ leadIds: [a, c], format: 'xlsx' })).toEqual({ rows: 1, leftOut: none })
    const file = await post('/api/export', { preset: 'mailchimp' })
    expect(linesOf(file.body)).toHaveLength(1 + 2 + 1)
    const exported = await db.query<{ id: number }>(
      'SELECT lead_id AS id FROM lead_export WHERE lead_id = ANY($1) ORDER BY lead_id',
      [answer.leads.map(({ id }) => id)],
    )
    expect(new Set(exported.map(({ id }) => id))).toEqual(new Set([a, b]))
    expect((await post('/api/export/preview', { leadIds: [a] }, await signUp(boulder.app))).statusCode).toBe(404)
  })

  test('without leads, an export in any format is a complete, empty file', async () => {
    const nobody = await signUp(boulder.app)
    const bodyOf = async (format: string) => (await post('/api/export', { format }, nobody)).body
    expect(await bodyOf('csv')).toBe(`\uFEFF${header}`)
    expect(JSON.parse(await bodyOf('json'))).toEqual([])
    expect(await bodyOf('ndjson')).toBe('')
  })

  test('only chosen leads are exported, in the order of the search', async () => {
    const [a, b] = [answer.leads[7], answer.leads[2]]
    const file = await post('/api/export', { searchId: answer.search.id, leadIds: [a?.id, b?.id] })
    const ids = linesOf(file.body)
      .slice(1, -1)
      .map(line => Number(/,(\d+),Plumbers,/.exec(line)?.[1]))
    expect(ids).toEqual([b?.id, a?.id])
  })

  test('all leads that match a filter are exported, unless their number is no longer the one that was shown', async () => {
    const text = answer.leads[3]?.phoneNumber ?? ''
    const file = await post('/api/export', { matching: { text, expected: 1 } })
    expect(linesOf(file.body)).toHaveLength(1 + 1 + 1)
    expect(file.body).toContain(`,${answer.leads[3]?.id},`)
    expect((await post('/api/export/preview', { matching: { hasPhone: true, expected: 20 } })).json()).toMatchObject({
      rows: 20,
    })
    expect(refusalOf(await post('/api/export', { matching: { text, expected: 2 } }))).toBe('SELECTION_CHANGED')
    expect((await post('/api/export', { matching: { text, expected: 1 }, leadIds: [1] })).statusCode).toBe(400)
    const stranger = await signUp(boulder.app)
    expect(
      (await post('/api/export', { matching: { searchId: answer.search.id, expected: 20 } }, stranger)).statusCode,
    ).toBe(404)
  })

  test('without a search, all leads of the user are exported, and exporting them again changes nothing', async () => {
    const file = await post('/api/export', {})
    expect(linesOf(file.body)).toHaveLength(1 + 20 + 1)
    expect((await post('/api/export', {})).body).toBe(file.body)
  })

  test('lines written by the database are identical to those written by the product, for any facts', async () => {
    const { db } = boulder.deps
    const texts = [
      'plain',
      'a, b',
      'say "hi"',
      '=1+1',
      '-x, "y"',
      '@home',
      'two\nlines',
      'Zoë’s\ttab',
      'odd\u0001',
      null,
      '＝1+1',
      '\n=1',
    ]
    await db.query(
      `UPDATE place SET name = coalesce(($1::text[])[(id % 12)::int + 1], 'Nothing'), street = ($1::text[])[(id / 2 % 12)::int + 1],
         city = ($1::text[])[(id / 3 % 12)::int + 1], email = ($1::text[])[(id / 4 % 12)::int + 1], origin = ($1::text[])[(id / 5 % 12)::int + 1],
         phone = CASE WHEN id % 3 > 0 THEN CASE WHEN id % 3 = 1 THEN 441632960000 ELSE 13035550000 END + id END,
         zip = CASE WHEN id % 2 = 0 THEN '80301' END, hours = CASE WHEN id % 3 = 0 THEN 'Mo-Fr 08:00-17:00' END, rating = CASE WHEN id % 2 = 0 THEN 4.1 END,
         confirmed_on = CASE WHEN id % 4 = 0 THEN '2026-04-01' END`,
      [texts],
    )
    const page = firstPage()
    await raiseCatalogVersion(db)
    const { snapshot } = await refreshLeads(boulder.deps, user.user.id)
    const plain = await exportPage(db, { ...page, datasets: [] })
    const expected = (plain?.unwritten ?? []).map(row =>
      exportWriters.csv.row(exportRow(currentLead(row, snapshot), row)),
    )
    const datasets = exportableDatasets(snapshot, 'csv')
    const written = await exportPage(db, { ...page, datasets })
    expect(expected).toHaveLength(20)
    // Facts with the separator character are returned as stored.
    expect(written?.unwritten).toHaveLength(expected.filter(line => line.includes('\u0001')).length)
    expect(written?.lines).toEqual(expected.map(line => (line.includes('\u0001') ? '' : line)))
    expect((await post('/api/export', { searchId: answer.search.id })).body).toBe(`\uFEFF${header}${expected.join('')}`)
    const cells = await exportPage(db, { ...page, writes: 'cells', datasets: exportableDatasets(snapshot, 'cells') })
    expect(cells?.unwritten).toEqual([])
    expect(parsedRows(cells?.lines)).toEqual(
      parsedRows(plain?.unwritten.map(row => exportWriters.xlsx.row(exportRow(currentLead(row, snapshot), row)))),
    )
  })

  test('a place that is not published yet gives no facts', async () => {
    const { snapshot } = await refreshLeads(boulder.deps, user.user.id)
    const pageOf = () => exportPage(boulder.deps.db, { ...firstPage(), datasets: exportableDatasets(snapshot, 'csv') })
    const hideFrom = (id: string) =>
      boulder.deps.db.query(`UPDATE catalog_version SET unpublished_from = ${id}, unpublished_run = 1000000`)
    const linesOfPlaces = async () => (await pageOf())?.lines.filter(line => line !== '').length
    expect(await linesOfPlaces()).toBeGreaterThan(0)
    await hideFrom('0')
    expect(await linesOfPlaces()).toBe(0)
    await hideFrom('9223372036854775807')
  })

  test('with nothing to export, the file has only the header', async () => {
    const stranger = await signUp(boulder.app)
    expect((await post('/api/export', {}, stranger)).body).toBe(`\uFEFF${header}`)
  })

  test("another user's search or lead is not found", async () => {
    const stranger = await signUp(boulder.app)
    const leadIds = [answer.leads[0]?.id]
    expect((await post('/api/export', { searchId: answer.search.id }, stranger)).statusCode).toBe(404)
    expect((await post('/api/export', { leadIds }, stranger)).statusCode).toBe(404)
    expect((await post('/api/export', { searchId: answer.search.id, leadIds: [999_999] })).statusCode).toBe(404)
  })

  test('all leads are listed once, newest first', async () => {
    const all = await boulder.app.inject({ url: '/api/leads', headers: { cookie: user.cookie } })
    expect(all.json<Lead[]>().map(lead => lead.id)).toEqual(answer.leads.map(lead => lead.id).toReversed())
  })
})
