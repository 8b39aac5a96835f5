import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { hitSeveralTimes, openHitLog } from './hit-log.ts'
import {
  clearRateLimit,
  forgiveHit,
  hitHighRateLimit,
  hitRateLimit,
  type RateLimit,
  sweepRateLimits,
} from './rate-limit.ts'

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

  test('allows as many hits as its window, then says when the next window starts', async () => {
    const limit = newLimit()
    for (const second of [0, 10, 20]) expect(await hit(limit, after(second))).toBe(0)
    expect(await hit(limit, after(20.5))).toBe(40)
    expect(await hit(limit, after(59))).toBe(1)
    expect(await hit(limit, after(60))).toBe(0)
    expect(await hit(limit, after(61))).toBe(0)
  })

  test('that is high is counted in advance, is never exceeded, and ends with its window', async () => {
    const limit = newLimit({ limit: 250 })
    const refusals = async (hits: number, second: number): Promise<number> => {
      let refused = 0
      for (let each = 0; each < hits; each++)
        await hitHighRateLimit(db, limit, after(second)).catch(({ errorType }: { errorType: string }) => {
          refused += errorType === 'TOO_MANY_REQUESTS' ? 1 : NaN
        })
      return refused
    }
    expect(await refusals(240, 0)).toBe(0)
    // Others count the same hits one by one.
    expect(await hit(limit, after(1))).toBe(0)
    const refused = await refusals(20, 1)
    expect(refused).toBeGreaterThanOrEqual(11)
    expect(refused).toBeLessThanOrEqual(14)
    expect(await refusals(200, 60)).toBe(0)
  })

  test('calls at the same time do not use up a high limit faster than others, and never exceed it', async () => {
    const limit = newLimit({ limit: 1000 })
    await hitHighRateLimit(db, limit, noon)
    const calls = await Promise.allSettled(Array.from({ length: 990 }, () => hitHighRateLimit(db, limit, after(1))))
    expect(calls.filter(({ status }) => status === 'rejected')).toEqual([])
    const more = await Promise.allSettled(Array.from({ length: 50 }, () => hitHighRateLimit(db, limit, after(2))))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  })

  test('starts a new window after an unused one', async () => {
    const limit = newLimit()
    for (const second of [0, 1, 60, 61]) expect(await hit(limit, after(second))).toBe(0)
  })

  test('can be one hit per window', async () => {
    const limit = newLimit({ limit: 1 })
    expect(await hit(limit, noon)).toBe(0)
    expect(await hit(limit, noon)).toBe(60)
    expect(await hit(limit, after(60))).toBe(0)
    expect(await hit(limit, after(61))).toBe(59)
  })

  test('waits grow up to the maximum, and start over after a quiet window', async () => {
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

  test('counts each key, and each name of a limit, separately', async () => {
    const limit = newLimit({ limit: 1 })
    expect(await hit(limit, noon)).toBe(0)
    expect(await hit({ ...limit, key: 'another' }, noon)).toBe(0)
    expect(await hit({ ...limit, name: 'other calls' }, noon)).toBe(0)
  })

  test('a forgiven hit allows one more, and clearing the limit allows all again', async () => {
    const limit = newLimit()
    for (const second of [0, 0, 0]) expect(await hit(limit, after(second))).toBe(0)
    await forgiveHit(db, limit)
    expect([await hit(limit, noon), await hit(limit, noon)]).toEqual([0, 60])
    await clearRateLimit(db, limit)
    expect([await hit(limit, noon), await hit(limit, noon), await hit(limit, noon)]).toEqual([0, 0, 0])
  })

  test('allows exactly as many of fifty concurrent hits as the limit', async () => {
    const limit = newLimit({ limit: 7 })
    const waits = await Promise.all(Array.from({ length: 50 }, () => hit(limit, noon)))
    expect(waits.filter(wait => wait === 0)).toHaveLength(7)
  })

  test('hits that a clock counted years ahead are forgotten when the clock is right again', async () => {
    const ahead = after(10 * 365 * 86_400)
    for (const change of [{}, { limit: 1 }, { firstWaitSeconds: 10, maxWaitSeconds: 200 }]) {
      const limit = newLimit(change)
      for (let n = 0; n < limit.limit; n++) await hit(limit, ahead)
      expect(await hit(limit, ahead)).toBeGreaterThan(0)
      for (let n = 0; n < limit.limit; n++) expect(await hit(limit, noon)).toBe(0)
      expect(await hit(limit, noon)).toBeGreaterThan(0)
    }
    const several = newLimit()
    await hitSeveralTimes(db, several, { hits: 3, now: ahead })
    await hitSeveralTimes(db, several, { hits: 3, now: noon })
    await expect(hitSeveralTimes(db, several, { hits: 1, now: noon })).rejects.toMatchObject({
      details: { retryAfterSeconds: 60 },
    })
    const exact = { name: 'mails', key: String(++keys), windows: [{ limit: 1, seconds: 60 }] }
    const waitAt = (now: Date) =>
      db.transaction(async tx => {
        const log = await openHitLog(tx, [exact], now)
        const full = log.fullLimit([exact])
        if (full === undefined) await log.count([exact])
        return full?.seconds ?? 0
      })
    expect([await waitAt(ahead), await waitAt(noon), await waitAt(noon)]).toEqual([0, 0, 60])
  })

  test('a clock that is a few seconds ahead of another one forgets nothing', async () => {
    const limit = newLimit()
    for (const second of [5, 5, 0]) expect(await hit(limit, after(second))).toBe(0)
    expect(await hit(limit, after(0))).toBe(65)
  })

  test('deletes only rows that no limit needs anymore', async () => {
    await hit(newLimit(), noon)
    await hit(newLimit({ limit: 1, windowSeconds: 200_000 }), noon)
    await sweepRateLimits({ db, clock: { now: () => after(87_000) } })
    const left = await db.query<{ blocked_until: Date }>('SELECT blocked_until FROM rate_limit')
    expect(left).toEqual([{ blocked_until: after(200_000) }])
  })
})
