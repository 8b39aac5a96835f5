import { expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { startNewPeriod } from '#server/money/usage/usage.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { AreaLoadLab, loadOf, restaurants } from '#tests/support/area-load-lab.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'

describeOnBothDatabases('real places that a search waits for', (open, kind) => {
  const lab = new AreaLoadLab(open)
  const { post, next, quota, receipt } = lab.calls

  test('cost the search once: repeated after the load it is free, and what the samples cost is given back', async () => {
    const first = await lab.search()
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 50 - first.leads.length })
    const afterLoad = loadOf(first).id
    await lab.runJobs()
    expect((await lab.search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    // The same search in another tab.
    expect((await lab.search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
    const samples = first.leads.length
    const { charges, total, refundedAt } = await receipt(first.search.id)
    expect(charges.map(charge => [charge.kind, charge.amount])).toEqual([
      ['search', 1],
      ['monthly pull', samples],
      ['replaced samples', -samples],
    ])
    expect([total, refundedAt]).toEqual([{ searches: 1, pulls: 0 }, lab.product.clock.now().toISOString()])
    // The samples end, so that no more of them are charged.
    const token = first.nextPageToken ?? ''
    expect((await next(first.search.id, token)).json<Problem>().errorType).toBe('INVALID_PAGE_TOKEN')
  })

  test('what samples cost before a month was paid is not added to it', async () => {
    const { db, user } = lab
    const userId = user.user.id
    const monthBegan = lab.product.clock.now()
    const first = await lab.search()
    // A renewal is charged after an hour, or later if the card was declined.
    const paid = {
      userId,
      tier: 'starter',
      periodStart: monthBegan,
      now: monthBegan,
      reason: 'month paid, starter',
    } as const
    await db.transaction(tx => startNewPeriod(tx, paid))
    await lab.runJobs()
    expect((await lab.search({ afterLoad: loadOf(first).id })).leads).toHaveLength(3)
    expect((await quota()).remainingContactPulls).toBe(500 - 3)
    for (const { sum, balance } of await ledgerSums(db, user)) expect(sum).toBe(balance)
  })

  test('ten repetitions at once give the samples back once', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    await lab.runJobs()
    await Promise.all(Array.from({ length: 10 }, () => lab.search({ afterLoad })))
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
  })

  test('pages of samples that are asked for during the repetition are given back or refused', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    await lab.runJobs()
    const page = () => next(first.search.id, first.nextPageToken ?? '')
    const [again, ...pages] = await Promise.all([lab.search({ afterLoad }), page(), page(), page()])
    expect(again.leads).toHaveLength(3)
    for (const reply of pages) expect([200, 400]).toContain(reply.statusCode)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
  })

  test('samples that a repetition still shows, because its own area is not loaded yet, are given back, too', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    // Only the middle of a larger load, which another user has started, is loaded.
    await lab.db.query('UPDATE place_load SET is_searchable = true')
    const second = await lab.search({ afterLoad })
    expect(second.leads[0]).toMatchObject({ isSample: true })
    const { leads, nextPageToken } = (await next(second.search.id, second.nextPageToken ?? '')).json<SearchResult>()
    expect(await quota()).toEqual({
      remainingSearches: 4,
      remainingContactPulls: 50 - first.leads.length - leads.length,
    })
    await lab.runJobs()
    expect((await lab.search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
    const further = nextPageToken ?? second.nextPageToken ?? ''
    expect((await next(second.search.id, further)).json<Problem>().errorType).toBe('INVALID_PAGE_TOKEN')
  })

  test('a search that found nothing, and so was free, costs a search when its repetition finds something', async () => {
    const byName = { businessCategory: '"Real Kitchen"', acceptGuess: true }
    const first = await lab.search(byName)
    expect(first.leads).toEqual([])
    expect((await quota()).remainingSearches).toBe(5)
    const repeated = { ...byName, afterLoad: loadOf(first).id }
    await lab.runJobs()
    expect((await lab.search(repeated)).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    // The same search in another tab.
    expect((await lab.search(repeated)).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('a repetition with other words, of another user, or before the load is done costs a search', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    await lab.search({ afterLoad })
    expect((await quota()).remainingSearches).toBe(3)
    await lab.runJobs()
    await lab.search({ afterLoad, radius: 10 })
    expect((await quota()).remainingSearches).toBe(2)
    const bob = await signUp(lab.product.app)
    await post({ ...restaurants, afterLoad }, bob)
    expect((await quota(bob)).remainingSearches).toBe(4)
  })

  test('are searched for free as soon as the middle of the area is loaded, and again when all of it is', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    await lab.runJobs()
    await lab.db.query(
      `UPDATE place_load SET state = 'running', is_searchable = false, seen_at = $1, finished_at = NULL`,
      [lab.product.clock.now()],
    )
    expect(await lab.load(afterLoad)).toMatchObject({ state: 'running', isSearchable: false })
    await lab.search({ afterLoad })
    expect((await quota()).remainingSearches).toBe(3)
    await lab.db.query('UPDATE place_load SET is_searchable = true')
    expect(await lab.load(afterLoad)).toMatchObject({ state: 'running', isSearchable: true })
    await lab.search({ afterLoad })
    await lab.db.query(`UPDATE place_load SET state = 'done'`)
    expect((await lab.search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 47 })
  })

  test('a search is repeated for free twenty times at most', async () => {
    const first = await lab.search()
    const afterLoad = loadOf(first).id
    await lab.runJobs()
    for (let n = 0; n < 20; n++) await lab.search({ afterLoad })
    expect((await quota()).remainingSearches).toBe(4)
    await lab.search({ afterLoad })
    expect(await quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 47 })
  })

  test('what samples cost of purchased leads is given back to these', async () => {
    // Finds nothing, and so only begins the month.
    await lab.search({ businessCategory: '"Nobody"', acceptGuess: true })
    await lab.db.query(
      `UPDATE quota_balance SET balance = CASE bucket WHEN 'pulls' THEN 0 ELSE 30 END WHERE user_id = $1 AND bucket <> 'searches'`,
      [lab.user.user.id],
    )
    const first = await lab.search()
    await lab.runJobs()
    expect((await lab.search({ afterLoad: loadOf(first).id })).leads).toHaveLength(3)
    expect((await quota()).remainingContactPulls).toBe(30 - 3)
  })

  test('a user without searches left gets the repetition', async () => {
    const first = await lab.search()
    await lab.db.query(`UPDATE quota_balance SET balance = 0 WHERE user_id = $1 AND bucket = 'searches'`, [
      lab.user.user.id,
    ])
    await lab.runJobs()
    expect((await lab.search({ afterLoad: loadOf(first).id })).leads).toHaveLength(3)
    expect((await post(restaurants)).json()).toMatchObject({ errorType: 'SEARCH_QUOTA_EXCEEDED' })
  })
})
