import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromTemplate, sendMail } from '#server/platform/mail/mail.usecases.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { createApp } from './app.ts'

let product: TestApp
beforeAll(async () => {
  product = await createTestApp({ db: await createTestDatabase('postgres') })
})
afterAll(() => product.deps.db.close())

test('those who ask at the same time whether the server is ready share one question to the database', async () => {
  const { deps, app } = product
  const asking = vi.spyOn(deps.db, 'assertWritable')
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/ready')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(asking.mock.calls.length).toBeLessThan(10)
  asking.mockRestore()
})

test('metrics are available on the same machine, labeled with route patterns', async () => {
  await product.app.inject('/api/health?secret=1')
  const answer = await product.app.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('http_request_duration_seconds_count{method="GET",route="/api/health",status="200"} 1')
  expect(answer.body).not.toContain('secret')
})

test('metrics show the load of pools, queues, and limits', async () => {
  const { deps } = product
  await sendMail(deps, deps.db, {
    to: { address: 'ann@example.com', isVerified: true },
    cause: 'us',
    content: fromTemplate('account-deleted', { typed: { username: 'ann' } }),
  })
  await deps.db.query(`UPDATE pgboss.job SET start_after = now() - interval '90 seconds' WHERE name = 'mail'`)
  const { body } = await product.app.inject('/metrics')
  const figureOf = (name: string) =>
    Number(
      body
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  expect(figureOf('leadline_database_up')).toBe(1)
  expect(figureOf('leadline_jobs_waiting{queue="mail"}')).toBe(1)
  expect(figureOf('leadline_jobs_oldest_seconds{queue="mail"}')).toBeGreaterThanOrEqual(90)
  expect(figureOf('leadline_database_connections{pool="service",state="total"}')).toBeGreaterThan(0)
  for (const none of [
    'leadline_database_connections{pool="service",state="waiting"}',
    'leadline_endpoint_calls{endpoint="POST /api/login",state="running"}',
    'leadline_endpoint_refused_total{endpoint="POST /api/login"}',
    'leadline_passwords{state="waiting"}',
    'leadline_exports_running',
  ])
    expect([none, figureOf(none)]).toEqual([none, 0])
})

test('without a database, metrics still work and say so', async () => {
  const away = { ...product.deps.db, query: () => Promise.reject(new Error('away')) }
  const app = await createApp({ ...product.deps, db: away })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('leadline_database_up 0')
  await app.close()
})

test('METRICS=off turns metrics off', async () => {
  const { app } = await createTestApp({ db: product.deps.db, settings: { METRICS: 'off' } })
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})

test.each([
  { remoteAddress: '203.0.113.7' },
  { headers: { 'x-forwarded-for': '203.0.113.7' } },
  { headers: { forwarded: 'for=203.0.113.7' } },
  { headers: { 'x-real-ip': '203.0.113.7' } },
  { headers: { via: '1.1 proxy' } },
  { headers: { host: 'leads.example' } },
])('metrics are not available to other callers: %j', async caller => {
  expect((await product.app.inject({ url: '/metrics', ...caller })).statusCode).toBe(404)
})
