import { expect, test } from 'vitest'
import { fairUse, type OwnReports, reportDays, waitingReports } from '#contract/leads/lead-reports.ts'
import type { ExportPreview, Lead } from '#contract/leads/leads.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { plumbers } from '#tests/support/plumber-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { describeReports, PLUMBERS } from '#tests/support/report-lab.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'
import { reportLeads } from './reports.usecases.ts'

describeReports(lab => {
  const { send, get, search, report, listed, pullsLeft, receipt } = lab
  const idOf = (index: number): number => lab.leads[index]?.id ?? 0
  const changePlaces = async (assignment: string, index: number) => {
    await lab.db.query(`UPDATE place SET ${assignment} WHERE name = $1`, [lab.leads[index]?.businessName])
    await lab.db.transaction(raiseCatalogVersion)
  }

  test('a report within fair use returns the pull and removes the lead', async () => {
    const before = await pullsLeft()
    const [lead] = lab.leads
    expect(await report([idOf(0)])).toMatchObject({
      credited: 1,
      waiting: 0,
      reports: [{ leadId: idOf(0), report: { reason: 'closed', state: 'credited', isOwn: true } }],
    })
    expect(await pullsLeft()).toBe(before + 1)
    const { charges, total } = await receipt(lab.searchId)
    expect(charges.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['search', 1],
      ['monthly pull', PLUMBERS],
      ['returned lead', -1],
    ])
    expect(total).toEqual({ searches: 1, pulls: PLUMBERS - 1 })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
    const without = { phoneNumber: null, website: null, email: null, hasPhoneNumber: false, doNotContact: false }
    const credited = { reason: 'closed', state: 'credited', isOwn: true, at: lab.product.clock.now().toISOString() }
    expect(await listed(idOf(0))).toMatchObject({ ...without, report: credited })

    const file = await send('POST', '/api/export', {})
    expect(file.body).not.toContain(lead?.businessName)
    const preview = (await send('POST', '/api/export/preview', {})).json<ExportPreview>()
    expect(preview).toMatchObject({ rows: PLUMBERS - 1, leftOut: { returned: 1, doNotContact: 0 } })
    const ownData = (await send('GET', '/api/account/data')).body
    for (const fact of [lead?.phoneNumber, lead?.businessName]) expect(ownData).not.toContain(fact)
  })

  test('a returned lead counts in no figure of a search until one of its facts changes', async () => {
    await report([idOf(0)])
    const left = await pullsLeft()
    const found = await search()
    expect([found.total, found.leads.length]).toEqual([PLUMBERS - 1, PLUMBERS - 1])
    expect(found.leads.map(({ id }) => id)).not.toContain(idOf(0))
    const preview = async () => (await send('POST', '/api/search/preview', plumbers)).json<SearchPreview>()
    expect(await preview()).toMatchObject({ matches: PLUMBERS - 1, owned: PLUMBERS - 1, pulls: 0 })
    const unowned = (await send('POST', '/api/search', { ...plumbers, skipOwned: true })).json<SearchResult>()
    expect(unowned).toMatchObject({ total: 0, leftOut: { owned: PLUMBERS - 1 } })
    // Others still find it.
    expect((await search(await signUp(lab.product.app))).total).toBe(PLUMBERS)

    // A new date is not a new fact.
    await changePlaces(`confirmed_on = '2026-05-01'`, 0)
    expect((await search()).total).toBe(PLUMBERS - 1)
    expect(await listed(idOf(0))).toMatchObject({ phoneNumber: null })
    await changePlaces(`website = 'https://moved.example'`, 0)
    expect(await preview()).toMatchObject({ matches: PLUMBERS, owned: PLUMBERS - 1, pulls: 1 })
    expect(await listed(idOf(0))).toMatchObject({ phoneNumber: null, report: { state: 'credited' } })
    const again = await search()
    expect(again.leads.find(({ id }) => id === idOf(0))).toMatchObject({
      website: 'https://moved.example',
      report: null,
    })
    expect(await pullsLeft()).toBe(left - 1)
    expect((await receipt(lab.searchId)).total.pulls).toBe(PLUMBERS - 1)
    expect((await receipt(again.search.id)).total.pulls).toBe(1)
    expect(await listed(idOf(0))).toMatchObject({ website: 'https://moved.example', report: null })
    // Each pull is given back on the receipt of the search that it was charged by.
    expect(await report([idOf(0), idOf(1)])).toMatchObject({ credited: 2 })
    expect((await receipt(lab.searchId)).total.pulls).toBe(PLUMBERS - 2)
    expect((await receipt(again.search.id)).total.pulls).toBe(0)
    await search()
    expect(await pullsLeft()).toBe(left + 1)
    await changePlaces('website = NULL', 0)
  })

  test('another business with the phone of a returned lead is a lead of its own, and the same one under another id is not', async () => {
    await report([idOf(0)])
    await changePlaces("source_id = source_id || '-new'", 0)
    expect((await search()).total).toBe(PLUMBERS - 1)
    await changePlaces("source_id = source_id || '-other', street = '9 Far Street'", 0)
    const found = await search()
    expect(found.total).toBe(PLUMBERS)
    const same = found.leads.filter(({ businessName }) => businessName === lab.leads[0]?.businessName)
    expect(same).toMatchObject([{ phoneNumber: lab.leads[0]?.phoneNumber, report: null }])
    expect(await listed(same[0]?.id ?? 0)).toMatchObject({ phoneNumber: lab.leads[0]?.phoneNumber })
    await changePlaces("source_id = replace(source_id, '-new-other', ''), street = NULL", 0)
  })

  test('beyond fair use, reports wait for an administrator, and the leads stay', async () => {
    const ids = lab.leads.map(({ id }) => id)
    expect(await report(ids.slice(0, fairUse.atLeast + 1), 'moved')).toMatchObject({ credited: 3, waiting: 1 })
    const waiting = (await get<Lead[]>('/api/leads')).find(lead => lead.report?.state === 'waiting')
    expect(waiting?.phoneNumber).not.toBeNull()
    const again = (await search()).leads.find(({ id }) => id === waiting?.id)
    expect(again).toMatchObject({ report: { reason: 'moved', state: 'waiting' } })
    expect(await get<OwnReports>('/api/leads/reports')).toMatchObject({
      credited: 3,
      fairUse: { used: 3, allowed: 3 },
      reports: [{ state: 'waiting' }, { state: 'credited' }, { state: 'credited' }, { state: 'credited' }],
    })
    // With more pulls, fair use is a share of them.
    await lab.db.query(
      `INSERT INTO ledger_entry (user_id, bucket, amount, reason, at) VALUES ($1, 'pulls', -107, 'leads', $2)`,
      [lab.user.user.id, lab.product.clock.now()],
    )
    expect(await get<OwnReports>('/api/leads/reports')).toMatchObject({ fairUse: { used: 3, allowed: 5 } })
    expect(await report(ids.slice(4, 7))).toMatchObject({ credited: 2, waiting: 1 })
  })

  test('a lead can be reported once, and only for a limited time after its pull', async () => {
    expect(await report([idOf(0), idOf(0)])).toMatchObject({ credited: 1 })
    expect(await report([idOf(0)])).toMatchObject({ credited: 0, leftOut: { reportedBefore: 1 }, reports: [] })
    await lab.db.query('UPDATE lead SET pulled_at = $2 WHERE id = $1', [
      idOf(1),
      new Date(lab.product.clock.now().getTime() - reportDays * 86_400_000),
    ])
    await lab.db.query('UPDATE lead SET pulled_at = $2 WHERE id = $1', [
      idOf(2),
      new Date(lab.product.clock.now().getTime() - reportDays * 86_400_000 - 1),
    ])
    expect(await report([idOf(1), idOf(2)])).toMatchObject({ credited: 1, leftOut: { tooOld: 1 } })
    const stranger = await signUp(lab.product.app)
    const foreign = await send('POST', '/api/leads/reports', { leadIds: [idOf(3)], reason: 'closed' }, stranger)
    expect(refusalOf(foreign)).toBe('NOT_FOUND')
  })

  test('a lead on the do-not-contact list cannot be reported', async () => {
    await send('POST', '/api/leads/actions', { leadIds: [idOf(0)], action: { kind: 'doNotContact' } })
    const before = await pullsLeft()
    expect(await report([idOf(0)])).toMatchObject({ credited: 0, waiting: 0, leftOut: { doNotContact: 1 } })
    expect(await pullsLeft()).toBe(before)
  })

  test('a lead that cost nothing and a sample are not credited', async () => {
    await lab.db.query('UPDATE lead SET is_free = true WHERE id = $1', [idOf(0)])
    await lab.db.query(`UPDATE lead SET facts = facts || '{"isSample": true}' WHERE id = $1`, [idOf(1)])
    expect(await report([idOf(0), idOf(1)])).toMatchObject({ credited: 0, free: 1, leftOut: { samples: 1 } })
    expect((await listed(idOf(0)))?.phoneNumber).not.toBeNull()
  })

  test('of two leads that got the same phone and name, one is credited as a duplicate without fair use', async () => {
    await report(lab.leads.slice(5, 8).map(({ id }) => id))
    await lab.db.query(
      `UPDATE lead SET phone = 13039990000, name = 'Ace', is_first_of_phone = id = $1 WHERE id = ANY ($2)`,
      [idOf(0), [idOf(0), idOf(1)]],
    )
    expect(await report([idOf(0), idOf(1)], 'duplicate')).toMatchObject({ credited: 1, waiting: 1 })
    // The other one is listed now.
    expect(await listed(idOf(1))).toMatchObject({ report: { state: 'waiting' } })
  })

  test('a lead that its source no longer lists is credited without fair use', async () => {
    await report(lab.leads.slice(5, 8).map(({ id }) => id))
    await lab.db.query(`UPDATE lead SET is_listed = false WHERE id = $1`, [idOf(0)])
    expect(await report([idOf(0)])).toMatchObject({ credited: 1 })
  })

  test('1,000 reports of one lead, 50 at the same time, give one credit', async () => {
    const before = await pullsLeft()
    const account = await readAccount(lab.product.deps, lab.user.user.id)
    if (account === undefined) throw new Error('The account is not there')
    const reportOften = async () => {
      const results: Awaited<ReturnType<typeof reportLeads>>[] = []
      for (let n = 0; n < 20; n++)
        results.push(await reportLeads(lab.product.deps, account, { leadIds: [idOf(0)], reason: 'wrong_number' }))
      return results
    }
    const results = (await Promise.all(Array.from({ length: 50 }, reportOften))).flat()
    expect(results.reduce((sum, { credited }) => sum + credited, 0)).toBe(1)
    expect(results.reduce((sum, { leftOut }) => sum + leftOut.reportedBefore, 0)).toBe(999)
    expect(await pullsLeft()).toBe(before + 1)
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })

  test('the number of reports of an account that can wait for an administrator is limited', async () => {
    await report(lab.leads.slice(0, 3).map(({ id }) => id))
    const searches = await get<{ id: number }[]>('/api/searches')
    await lab.db.query(
      `WITH other AS (
         INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
         SELECT $1, 'overture:none' || n, true, '{}', 'None', 1, $2, $3 FROM generate_series(1, $4::int) n RETURNING id)
       INSERT INTO lead_report (lead_id, user_id, place_key, reason, state, created_at)
       SELECT id, $1, '', 'closed', 'waiting', $3 FROM other`,
      [lab.user.user.id, searches[0]?.id, lab.product.clock.now(), waitingReports - 1],
    )
    expect(await report([idOf(3)])).toMatchObject({ waiting: 1 })
    const more = await send('POST', '/api/leads/reports', { leadIds: [idOf(4)], reason: 'closed' })
    expect(refusalOf(more)).toBe('TOO_MANY_REPORTS')
    expect(await report([idOf(4)])).not.toMatchObject({ waiting: 1 })
  })

  test('a paid plan returns leads under the same rules', async () => {
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'pro' })
    expect(await report([idOf(0)], 'not_a_business')).toMatchObject({ credited: 1 })
  })
})
