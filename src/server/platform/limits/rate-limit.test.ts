import { beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { clearRateLimit, forgiveHit, hitRateLimit, type RateLimit, sweepRateLimits } from './rate-limit.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

describeOnBothDatabases('a rate limit', open => {
  let db: Db
  let keys = 0
  beforeAll(async () => {
    db = await open()
  })
  const newLimit = (change: Partial<RateLimit> = {}): RateLimit => ({
    name: 'calls',
    key: String(++keys),
    limit: 3,
    windowSeconds: 60,
    ...change,
  })
  const hit = async (limit: RateLimit, now: Date): Promise<number> => {
    try {
      await hitRateLimit(db, limit, now)
      return 0
    } catch (error) {
      return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds
    }
  }

  test('lets through as many as its window allows, then says when the next window begins', async () => {
    const limit = newLimit()
    for (const second of [0, 10, 20]) expect(await hit(limit, after(second))).toBe(0)
    expect(await hit(limit, after(20.5))).toBe(40)
    expect(await hit(limit, after(59))).toBe(1)
    expect(await hit(limit, after(60))).toBe(0)
    expect(await hit(limit, after(61))).toBe(0)
  })

  test('forgets a window that was not used up', async () => {
    const limit = newLimit()
    for (const second of [0, 1, 60, 61]) expect(await hit(limit, after(second))).toBe(0)
  })

  test('can be one call in a window', async () => {
    const limit = newLimit({ limit: 1 })
    expect(await hit(limit, noon)).toBe(0)
    expect(await hit(limit, noon)).toBe(60)
    expect(await hit(limit, after(60))).toBe(0)
    expect(await hit(limit, after(61))).toBe(59)
  })

  test('waits grow up to their longest, and a quiet window after them begins anew', async () => {
    const limit = newLimit({ firstWaitSeconds: 10, maxWaitSeconds: 25 })
    for (const second of [0, 0, 0]) expect(await hit(limit, after(second))).toBe(0)
    expect(await hit(limit, after(0))).toBe(10)
    expect(await hit(limit, after(10))).toBe(0)
    expect(await hit(limit, after(10))).toBe(20)
    expect(await hit(limit, after(30))).toBe(0)
    expect(await hit(limit, after(30))).toBe(25)
    for (const second of [115, 115, 115]) expect(await hit(limit, after(second))).toBe(0)
    expect(await hit(limit, after(115))).toBe(10)
  })

  test('one key is no other, nor the same key under another name', async () => {
    const limit = newLimit({ limit: 1 })
    expect(await hit(limit, noon)).toBe(0)
    expect(await hit({ ...limit, key: 'another' }, noon)).toBe(0)
    expect(await hit({ ...limit, name: 'other calls' }, noon)).toBe(0)
  })

  test('a forgiven hit leaves room for one more; a cleared limit for all', async () => {
    const limit = newLimit()
    for (const second of [0, 0, 0]) expect(await hit(limit, after(second))).toBe(0)
    await forgiveHit(db, limit)
    expect([await hit(limit, noon), await hit(limit, noon)]).toEqual([0, 60])
    await clearRateLimit(db, limit)
    expect([await hit(limit, noon), await hit(limit, noon), await hit(limit, noon)]).toEqual([0, 0, 0])
  })

  test('of fifty at once exactly as many pass as there is room', async () => {
    const limit = newLimit({ limit: 7 })
    const waits = await Promise.all(Array.from({ length: 50 }, () => hit(limit, noon)))
    expect(waits.filter(wait => wait === 0)).toHaveLength(7)
  })

  test('rows that no limit looks at any more are swept away, the others stay', async () => {
    await hit(newLimit(), noon)
    await hit(newLimit({ limit: 1, windowSeconds: 200_000 }), noon)
    await sweepRateLimits(db, after(87_000))
    const left = await db.query<{ blocked_until: Date }>('SELECT blocked_until FROM rate_limit')
    expect(left).toEqual([{ blocked_until: after(200_000) }])
  })
})
