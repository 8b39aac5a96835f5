import { beforeAll, expect, test, vi } from 'vitest'
import { networkOf } from '#server/platform/basics/network.ts'
import type { LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { ExportLimits } from './export-limits.ts'

describeOnPostgres('concurrent exports', open => {
  let boulder: TestApp

  beforeAll(async () => {
    const db = await open()
    await seedPlumbers(db, 20)
    boulder = await createTestApp({ db })
  })

  const ownerOf = async (leads: number): Promise<SignedIn> => {
    const owner = await signUp(boulder.app)
    const payload = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5 }
    await boulder.app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie: owner.cookie } })
    await boulder.deps.db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT user_id, place_key || '-' || n, true, facts, name, quality, search_id, pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one, generate_series(1, $2) n`,
      [owner.user.id, leads - 20],
    )
    return owner
  }
  const exportAll = ({ cookie }: SignedIn, payload = {}) =>
    boulder.app.inject({ method: 'POST', url: '/api/export', payload, headers: { cookie } })

  test('of up to 500 leads are all served', async () => {
    const owners = [await ownerOf(500), await ownerOf(500)]
    const files = await Promise.all(Array.from({ length: 16 }, (_, turn) => exportAll(owners[turn % 2] as SignedIn)))
    expect(files.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200))
    expect(new Set(files.map(({ body }) => body.split('\r\n').length))).toEqual(new Set([502]))
  })

  test('of more than 500 leads are served one at a time per user', async () => {
    const owner = await ownerOf(501)
    const files = await Promise.all([exportAll(owner), exportAll(owner)])
    expect(new Set(files.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    expect((await exportAll(owner)).body.split('\r\n')).toHaveLength(503)
    expect((await exportAll(owner, { format: 'json' })).json()).toHaveLength(501)
  })
})

const refused = (take: () => unknown): string => {
  try {
    take()
    return 'served'
  } catch (error) {
    return (error as { errorType: string }).errorType
  }
}

const confirmed = (id: number): LimitedCaller => ({
  account: { id, isEmailVerified: true },
  network: networkOf('192.0.2.1'),
})
const unconfirmed = (id: number, address: string): LimitedCaller => ({
  account: { id, isEmailVerified: false },
  network: networkOf(address),
})

test('a user has at most twenty open exports, and can start another when one ends', () => {
  const limits = new ExportLimits()
  const open = (id: number) => limits.open(confirmed(id))
  const ends = Array.from({ length: 20 }, () => open(1))
  expect([refused(() => open(1)), refused(() => open(2))]).toEqual(['TOO_MANY_REQUESTS', 'served'])
  ends[7]?.()
  expect([refused(() => open(1)), refused(() => open(1))]).toEqual(['served', 'TOO_MANY_REQUESTS'])
})

test('four large exports run at once, one per user, without blocking small ones', () => {
  const limits = new ExportLimits()
  const take = (id: number) => limits.takeLarge(confirmed(id))
  const taken = [1, 2, 3, 4].map(take)
  expect([1, 5].map(id => refused(() => take(id)))).toEqual(['TOO_MANY_REQUESTS', 'UNAVAILABLE'])
  expect(refused(() => limits.open(confirmed(1)))).toBe('served')
  taken[0]?.release()
  expect([limits.largeOnes, refused(() => take(5))]).toEqual([3, 'served'])
})

test('the exports of all accounts with unconfirmed emails on a network count as one', () => {
  const limits = new ExportLimits()
  limits.takeLarge(unconfirmed(1, '192.0.2.1'))
  expect([
    refused(() => limits.takeLarge(unconfirmed(2, '192.0.2.1'))),
    refused(() => limits.takeLarge(unconfirmed(3, '192.0.2.2'))),
    refused(() => limits.takeLarge(confirmed(4))),
  ]).toEqual(['UNCONFIRMED_LIMIT', 'served', 'served'])
})

test('a large export with a slow reader ends after a minute if somebody else needs its place, and after ten otherwise', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const limits = new ExportLimits()
  const take = (id: number) => limits.takeLarge(confirmed(id))
  const slow = [1, 2, 3, 4].map(take)
  vi.advanceTimersByTime(59_000)
  expect(refused(() => take(5))).toBe('UNAVAILABLE')
  vi.advanceTimersByTime(1000)
  expect(refused(() => take(5))).toBe('served')
  expect(slow.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false])
  slow[0]?.release()
  expect(limits.largeOnes).toBe(4)
  vi.advanceTimersByTime(540_000)
  expect(slow.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
  vi.useRealTimers()
})
