import { expect, test } from 'vitest'
import type { LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { ExportPreview } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Comparison } from '#contract/searches/receipts.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { comparePage } from '#server/leads/choose-leads.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { ann, bob, cat, dan, describeDoNotContact, plumbers } from '#tests/support/do-not-contact-lab.ts'

describeDoNotContact(lab => {
  const { load, call, search, found, leads, leadNamed, hidden, add, entries, mark } = lab
  const workOn = async (name: string) =>
    (await call('GET', `/api/leads/${(await leadNamed(name)).id}/work`)).json<LeadWorkDetails>()

  test.each([
    ['phone', '(303) 440-0001', 'Ann Plumbing'],
    ['domain', 'https://www.annplumbing.org/about', 'Ann Plumbing'],
    ['email', 'Bob@Gmail.com', 'Bob Plumbing'],
    ['domain of its email', 'danplumbing.org', 'Dan Plumbing'],
  ])('an entry by %s hides the business from this account alone, until it is removed', async (_, text, name) => {
    const other = await signUp(lab.product.app)
    expect(await found()).toHaveLength(4)
    expect(await add(text)).toEqual({ added: 1, known: 0, unusable: 0, examples: [] })
    expect(await hidden()).toEqual([name])
    expect(await leadNamed(name)).toMatchObject({
      phoneNumber: null,
      email: null,
      website: null,
      hasPhoneNumber: false,
      socials: null,
    })
    expect(await found()).toHaveLength(3)
    expect(await found()).not.toContain(name)
    expect(await found(other)).toHaveLength(4)
    expect((await call('POST', '/api/export', {})).body).not.toContain(name)
    const preview = (await call('POST', '/api/export/preview', {})).json<ExportPreview>()
    expect(preview).toEqual({ rows: 3, leftOut: { doNotContact: 1, notShareable: 0, returned: 0, withoutEmail: 0 } })
    const [entry] = await entries()
    expect((await workOn(name)).doNotContactEntries).toMatchObject([{ id: entry?.id }])
    expect((await call('DELETE', `/api/do-not-contact/${entry?.id}`)).statusCode).toBe(200)
    expect(await hidden()).toEqual([])
    expect(await found()).toHaveLength(4)
  })

  test('what a process of an earlier version adds and removes, which counts nothing, is in force', async () => {
    const { db } = lab.product.deps
    const written = async (statement: string, ...values: unknown[]) => {
      await db.query(statement, [lab.user.user.id, ...values])
      await db.query('UPDATE lead_refresh SET do_not_contact_version = do_not_contact_version + 1 WHERE user_id = $1', [
        lab.user.user.id,
      ])
    }
    const insert = `INSERT INTO do_not_contact_entry (user_id, kind, value, created_at) VALUES ($1, 'place', $2, now())`
    await found()
    await written(insert, 'overture:ann')
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing', 'Dan Plumbing'])
    await written(insert, 'overture:bob')
    expect(await found()).toEqual(['Cat Plumbing', 'Dan Plumbing'])
    await written(
      `UPDATE do_not_contact_entry SET value = $3 WHERE user_id = $1 AND value = $2`,
      'overture:bob',
      'overture:cat',
    )
    expect(await found()).toEqual(['Bob Plumbing', 'Dan Plumbing'])
    expect((await call('GET', '/api/do-not-contact?limit=10')).json<ListPage<unknown>>().total).toBe(2)
    await written('DELETE FROM do_not_contact_entry WHERE user_id = $1')
    expect(await found()).toHaveLength(4)
  })

  test('a search costs nothing for the businesses on it, and its preview says how many there are', async () => {
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'elite' })
    await add('(303) 440-0001, danplumbing.org')
    const preview = (await call('POST', '/api/search/preview', plumbers)).json<SearchPreview>()
    expect(preview).toMatchObject({ matches: 2, doNotContact: 2, owned: 0, pulls: 2 })
    const none = (await call('POST', '/api/search/preview', { ...plumbers, hasWebsite: true })).json<SearchPreview>()
    expect(none).toMatchObject({ matches: 0, doNotContact: 1 })
    const { search: made, total, leads: listed } = await search()
    expect([total, listed.length]).toEqual([2, 2])
    const compared = (await call('POST', `/api/searches/${made.id}/comparison`)).json<Comparison>()
    expect(compared).toMatchObject({ matchesThen: 2, matchesNow: 2 })
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect(await leads()).toHaveLength(2)
  })

  test('leads are put on it together, and that can be undone', async () => {
    await found()
    const { changed, batchId } = await mark('Ann Plumbing', 'Dan Plumbing')
    expect(changed).toBe(2)
    expect((await mark('Ann Plumbing')).changed).toBe(0)
    expect(await hidden()).toEqual(['Ann Plumbing', 'Dan Plumbing'])
    expect(await entries()).toMatchObject([
      { kind: 'place', businessName: 'Dan Plumbing' },
      { kind: 'place', businessName: 'Ann Plumbing' },
    ])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect((await workOn('Ann Plumbing')).history[0]).toMatchObject({ kind: 'doNotContact', becomes: 'listed' })
    // The phone stays on the list when the business has another key, and the business when it has another phone.
    await load([{ ...ann, id: 'ann-2' }, bob, cat, { ...dan, phones: ['303-440-0009'] }])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect(await hidden()).toEqual(['Ann Plumbing', 'Dan Plumbing'])
    expect((await call('POST', `/api/leads/actions/${batchId}/undo`)).json()).toMatchObject({ changed: 2 })
    expect(await hidden()).toEqual([])
    expect(await entries()).toEqual([])
    expect((await workOn('Dan Plumbing')).history[0]).toMatchObject({ kind: 'doNotContact', becomes: null })
    expect(await found()).toHaveLength(4)
  })

  test('an entry applies to leads that later get its contact', async () => {
    await found()
    await add('303-440-0007; zoe@zoeplumbing.org')
    expect(await hidden()).toEqual([])
    await load([{ ...ann, phones: ['303-440-0007'] }, { ...bob, emails: ['zoe@zoeplumbing.org'] }, cat, dan])
    expect(await hidden()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    expect(await found()).toEqual(['Cat Plumbing', 'Dan Plumbing'])
  })

  test('a lead that a search saves while an entry is added is checked afterwards', async () => {
    await found()
    await add('303-440-0001')
    const { deps } = lab.product
    const account = { id: lab.user.user.id } as Parameters<typeof comparePage>[1]['account']
    await deps.db.transaction(async tx => {
      const catalog = deps.catalog.current()
      await comparePage(tx, { account, places: [], catalog, version: catalog.version, doNotContactVersion: 0 })
      await tx.query('UPDATE lead SET do_not_contact = false WHERE user_id = $1', [account.id])
    })
    expect(await hidden()).toEqual(['Ann Plumbing'])
  })
})
