import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, signUp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

describe('a process on PostgreSQL that never polls the queue', () => {
  let db: Db
  let product: TestApp
  let other: TestApp
  let runner: JobRunner
  beforeEach(async () => {
    db = await createTestDatabase('postgres')
    product = await createTestApp({ db })
    other = await createTestApp({ db })
    vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 2 ** 30).unref())
    runner = await startJobRunner(product.deps)
    // The initial poll, which every process makes at startup, is over.
    await signUp(product.app, { username: 'first' })
    await hasSentTo('first')
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await runner.stop()
    await db.close()
  })
  const hasSentTo = (username: string) =>
    eventually(() => expect(product.mails.map(({ to }) => to)).toContain(`${username}@example.com`))

  test('sends a mail that another process has queued', async () => {
    await signUp(other.app, { username: 'ann' })
    await hasSentTo('ann')
    expect(other.mails).toEqual([])
  })

  test('continues after its connection to the database was cut', async () => {
    const cut = await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`,
    )
    expect(cut.length).toBeGreaterThan(0)
    await signUp(other.app, { username: 'ann' })
    await hasSentTo('ann')
  })
})
