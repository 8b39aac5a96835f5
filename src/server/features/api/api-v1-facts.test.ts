import { beforeAll, expect, test } from 'vitest'
import type { ReportResult } from '#contract/leads/lead-reports.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { callApi, type Programmer, signUpProgrammer } from '#tests/support/api-calls.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'

describeOnPostgres('reports and facts from websites, for programs', open => {
  let product: TestApp
  let person: Programmer
  let leadIds: number[]

  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
    person = await signUpProgrammer(product, 'write')
    const found = await call('/searches', { payload: seededSearch })
    leadIds = found.json<SearchResult>().leads.map(({ id }) => id)
  })
  const call = (url: string, given: Parameters<typeof callApi>[3] = {}, { secret } = person) =>
    callApi(product.app, secret, url, given)
  const pullsLeft = async () =>
    (await call('/usage')).json<{ contactPulls: { remaining: number } }>().contactPulls.remaining

  test('a report returns the pull once, even if the request is repeated', async () => {
    const before = await pullsLeft()
    const request = { key: 'report-1', payload: { leadIds: leadIds.slice(0, 1), reason: 'closed' } }
    const first = await call('/leads/reports', request)
    expect(first.json<ReportResult>()).toMatchObject({ credited: 1, waiting: 0 })
    const again = await call('/leads/reports', request)
    expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first.json()])
    const other = await call('/leads/reports', { payload: request.payload })
    expect(other.json<ReportResult>()).toMatchObject({ credited: 0, leftOut: { reportedBefore: 1 } })
    expect(await pullsLeft()).toBe(before + 1)
    expect((await call('/leads/reports')).json()).toMatchObject({
      credited: 1,
      fairUse: { used: 1 },
      items: [{ leadId: leadIds[0], reason: 'closed', state: 'credited' }],
      total: 1,
      nextCursor: null,
    })
    expect((await call(`/leads/${leadIds[0]}`)).json()).toMatchObject({ phoneNumber: null })
  })

  test('websites are read when a program requests it', async () => {
    const [leadId = 0] = leadIds.slice(1)
    expect((await call(`/leads/${leadId}/site-facts`)).json()).toMatchObject({ state: 'unread', facts: [] })
    const asked = await call('/leads/site-facts', { payload: { leadIds: [leadId] } })
    expect([asked.statusCode, asked.json()]).toMatchObject([202, { left: null }])
    expect((await call('/leads/site-facts/progress')).json()).toEqual({ waiting: expect.any(Number), unapplied: 0 })
  })

  test('a key that can only search can neither report leads nor check websites, and leads of others are not found', async () => {
    const other = await signUpProgrammer(product, 'write')
    const searcher = await signUpProgrammer(product, 'search')
    for (const [url, payload] of [
      ['/leads/reports', { leadIds: leadIds.slice(2, 3), reason: 'moved' }],
      ['/leads/site-facts', { leadIds: leadIds.slice(2, 3) }],
    ] as const) {
      expect(refusalOf(await call(url, { payload }, searcher))).toBe('KEY_SCOPE_TOO_SMALL')
      expect(refusalOf(await call(url, { payload }, other))).toBe('NOT_FOUND')
    }
    expect(refusalOf(await call(`/leads/${leadIds[2]}/site-facts`, {}, other))).toBe('NOT_FOUND')
  })
})
