import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertFrequency } from '#contract/plans.ts'
import type { SavedSearches } from '#contract/searches/saved-searches.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { createTestApp, type SignedIn, signIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs } from '#tests/support/due-jobs.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'

const plumber = (digits: number) => ({
  id: `p${digits}`,
  name: `${digits} Plumbing`,
  ...inBoulder,
  phones: [`303-440-${digits}`],
  street: `${digits} Pearl St`,
})

describeOnPostgres('emails about a saved search', open => {
  let product: TestApp
  let folder: string
  const people: Record<string, SignedIn> = {}
  let loaded = 1000
  const saidAtSaving: string[] = []

  /** To a time of day (UTC), some days later. Sessions end after some weeks, so people sign in again. */
  const goTo = async (hour: number, days = 0) => {
    const { clock } = product
    const now = clock.now()
    const then = new Date(now)
    then.setUTCDate(now.getUTCDate() + days)
    then.setUTCHours(hour, 0, 0, 0)
    clock.advance({ minutes: (then.getTime() - now.getTime()) / 60_000 })
    for (const [name, person] of Object.entries(people)) people[name] = await signIn(product.app, person.user.username)
  }
  const call = (name: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: people[name]?.cookie }, ...(payload && { payload }) })
  /** A release with one plumber more than the last one. */
  const load = async () => {
    loaded++
    const places = Array.from({ length: loaded - 1000 }, (_, index) => plumber(1001 + index))
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release: `2026-01-${loaded - 990}.0`,
    })
    await runChore(product.deps, 'news')
  }
  const nextEmailOf = async (name: string) =>
    (await call(name, 'GET', '/api/saved-searches')).json<SavedSearches>().settings.nextEmailAt
  /** Who gets a digest now. */
  const mailed = async () => {
    const before = product.mails.length
    await runChore(product.deps, 'digests')
    await runDueJobs(product.deps, mailQueues)
    const sent = product.mails.slice(before).filter(mail => mail.unsubscribeUrl !== undefined)
    return Object.keys(people).filter(name => sent.some(({ to }) => to === people[name]?.user.email))
  }

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'digest-dates-test-'))
    // A Wednesday.
    const days = (3 - product.clock.now().getUTCDay() + 7) % 7
    await goTo(10, days === 0 ? 7 : days)
    await load()
    for (const frequency of ['day', 'week'] satisfies AlertFrequency[]) {
      people[frequency] = await signUp(product.app)
      await product.deps.db.query(
        `UPDATE user_account SET email_verified_at = now(), subscription_tier = 'pro' WHERE id = $1`,
        [people[frequency].user.id],
      )
      const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
      const { search } = (await call(frequency, 'POST', '/api/search', criteria)).json<SearchResult>()
      const saved = await call(frequency, 'POST', '/api/saved-searches', { searchId: search.id, name: 'Plumbers' })
      saidAtSaving.push(saved.json<{ nextEmailAt: string }>().nextEmailAt)
      await call(frequency, 'PUT', '/api/alert-settings', { frequency })
    }
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })

  test('the first one comes on the day of saving if that is still ahead, or on the first Monday', async () => {
    const [today, monday] = [await nextEmailOf('day'), await nextEmailOf('week')]
    // Both were saved with the frequency that users start with.
    expect(saidAtSaving).toEqual([monday, monday])
    await goTo(11)
    await load()
    await goTo(12)
    expect(await mailed()).toEqual([])
    await goTo(13)
    expect([product.clock.now().toISOString(), await mailed()]).toEqual([today, ['day']])
    await goTo(12, 5)
    expect(await mailed()).toEqual([])
    await goTo(13)
    expect([product.clock.now().toISOString(), await mailed()]).toEqual([monday, ['week']])
  })

  test('what comes after a Monday without news waits for the next Monday', async () => {
    await goTo(13, 7)
    expect(await mailed()).toEqual([])
    await goTo(15)
    await load()
    await goTo(20)
    expect(await mailed()).toEqual([])
    await goTo(14, 1)
    expect(await mailed()).toEqual(['day'])
    await goTo(12, 6)
    expect(await mailed()).toEqual([])
    // The chore may be late.
    await goTo(18)
    expect(await mailed()).toEqual(['week'])
  })

  test('a failure for one user does not keep the others waiting', async () => {
    const { db } = product.deps
    await goTo(15)
    await load()
    await goTo(14, 7)
    await db.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'this row cannot be changed'; END $$`,
    )
    await db.query(
      `CREATE TRIGGER fail BEFORE UPDATE ON alert_hit FOR EACH ROW WHEN (NEW.user_id = ${people.day?.user.id}) EXECUTE FUNCTION fail()`,
    )
    const before = product.mails.length
    await expect(runChore(product.deps, 'digests')).rejects.toThrow('this row cannot be changed')
    await runDueJobs(product.deps, mailQueues)
    expect(product.mails.slice(before).map(({ to }) => to)).toEqual([people.week?.user.email])
  })
})
