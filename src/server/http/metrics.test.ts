import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'

let product: TestApp
beforeAll(async () => {
  product = await createTestApp({ db: await createTestDatabase('postgres') })
})
afterAll(() => product.deps.db.close())

test('figures are given to the machine itself, with the pattern of each route', async () => {
  await product.app.inject('/api/health?secret=1')
  const answer = await product.app.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 1')
  expect(answer.body).not.toContain('secret')
})

test.each([
  { remoteAddress: '203.0.113.7' },
  { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.7' } },
])('figures are not found by others: %j', async caller => {
  expect((await product.app.inject({ url: '/metrics', ...caller })).statusCode).toBe(404)
})
