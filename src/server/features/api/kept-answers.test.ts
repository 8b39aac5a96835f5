import { beforeAll, expect, test } from 'vitest'
import { keptAnswers } from '#contract/public-api/api-limits.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { callApi, signUpProgrammer } from '#tests/support/api-calls.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'
import { keptLimit, sweepAnswers } from './answer-once.usecases.ts'

describeOnBothDatabases('the answers kept for the Idempotency-Keys of an account', open => {
  let product: TestApp
  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
  })

  test('are limited by their length in a day; a call beyond that changes nothing, and one without a key works', async () => {
    const { secret, user } = await signUpProgrammer(product, 'write')
    const call = (url: string, payload: object, key?: string) =>
      callApi(product.app, secret, url, { payload, ...(key && { key }) })
    const count = async () => {
      const [row] = await product.deps.db.query<{ hits: number }>('SELECT hits FROM rate_limit WHERE key = $1', [
        storedKey(keptLimit(user.id)),
      ])
      return row?.hits ?? 0
    }
    expect((await call('/lists', { name: 'First' }, 'first')).statusCode).toBe(201)
    expect(await count()).toBe(1)
    const found = await call('/searches', seededSearch, 'search')
    const { leads } = found.json<SearchResult>()
    expect(await count()).toBe(1 + Math.ceil(found.body.length / keptAnswers.bytesPerCount))
    await call('/searches', seededSearch, 'search')
    expect(await count()).toBe(1 + Math.ceil(found.body.length / keptAnswers.bytesPerCount))

    await product.deps.db.query('UPDATE rate_limit SET hits = $2 WHERE key = $1', [
      storedKey(keptLimit(user.id)),
      keptAnswers.perDay - 1,
    ])
    expect((await call('/lists', { name: 'Last' }, 'last')).statusCode).toBe(201)
    const note = { body: 'Called' }
    for (const [url, payload] of [
      ['/lists', { name: 'One too many' }],
      [`/leads/${leads[0]?.id}/notes`, note],
      ['/searches', seededSearch],
    ] as const) {
      const refused = await call(url, payload, `refused ${url}`.replaceAll(/[^a-z]/g, ''))
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(24 * 3600)])
      expect(refused.json<{ detail: string }>().detail).toMatch(/^Too many answers are kept/)
    }
    const lists = await callApi(product.app, secret, '/lists')
    expect(lists.json<{ items: { name: string }[] }>().items.map(({ name }) => name)).toEqual(['First', 'Last'])
    expect((await call(`/leads/${leads[0]?.id}/notes`, note)).statusCode).toBe(201)
    product.clock.advance({ hours: 24 })
    expect((await call('/lists', { name: 'Next day' }, 'next')).statusCode).toBe(201)
    await sweepAnswers(product.deps)
    expect(await product.deps.db.query('SELECT FROM api_answer WHERE user_id = $1', [user.id])).toHaveLength(1)
  })
})
