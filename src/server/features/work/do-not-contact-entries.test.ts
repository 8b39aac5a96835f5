import { expect, test } from 'vitest'
import { type DatedDoNotContactEntry, doNotContactEntriesPerCall } from '#contract/leads/do-not-contact.ts'
import type { ListPage } from '#contract/lists.ts'
import { plans } from '#contract/plans.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { describeDoNotContact } from '#tests/support/do-not-contact-lab.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'

describeDoNotContact(lab => {
  const { call, found, leadNamed, hidden, add, entries, mark } = lab
  const fillUpTo = async (count: number) => {
    const { db } = lab.product.deps
    await add('business-1.org')
    await db.query(
      `INSERT INTO do_not_contact_entry (user_id, kind, value, created_at)
       SELECT $1, 'domain', 'business-' || n || '.org', now()
       FROM generate_series(2, $2 - (SELECT count(*)::int FROM do_not_contact_entry WHERE user_id = $1) + 1) n`,
      [lab.user.user.id, count],
    )
  }

  const markAll = async (names: string[]) => {
    const leads = await Promise.all(names.map(leadNamed))
    return call('POST', '/api/leads/actions', {
      leadIds: leads.map(({ id }) => id),
      action: { kind: 'doNotContact' },
    })
  }

  test('words that are not a phone, an email, or a domain of one business are named, and the rest is added', async () => {
    const text = 'Ann Plumbing\nfacebook.com\noverture:ann\n303-440-0001\t(303) 440-0001\nann@annplumbing.org'
    expect(await add(text)).toEqual({
      added: 2,
      known: 1,
      unusable: 3,
      examples: ['Ann Plumbing', 'facebook.com', 'overture:ann'],
    })
    expect(new Set((await entries()).map(({ kind, value }) => `${kind} ${value}`))).toEqual(
      new Set(['email ann@annplumbing.org', 'phone 13034400001']),
    )
  })

  test('a plan has a limit, and so has a call', async () => {
    await found()
    await fillUpTo(plans.free.doNotContactEntries - 1)
    expect(await add('business-1.org')).toMatchObject({ added: 0, known: 1 })
    const two = { text: 'one@annplumbing.org, two@annplumbing.org' }
    const refused = await call('POST', '/api/do-not-contact', two)
    expect(refusalOf(refused)).toBe('TOO_MANY_OWN_ENTRIES')
    expect(refused.json<{ message: string }>().message).toContain('Free: 500, Starter: 5,000')
    expect(await add('one@annplumbing.org')).toMatchObject({ added: 1 })
    const leadIds = [(await leadNamed('Ann Plumbing')).id]
    const marked = await call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    expect(refusalOf(marked)).toBe('TOO_MANY_OWN_ENTRIES')
    const page = (await call('GET', '/api/do-not-contact?limit=50')).json<ListPage<DatedDoNotContactEntry>>()
    expect([page.items.length, page.total]).toEqual([50, plans.free.doNotContactEntries])
    const many = { text: 'business-1.org\n'.repeat(doNotContactEntriesPerCall + 1) }
    expect(refusalOf(await call('POST', '/api/do-not-contact', many))).toBe('INVALID_REQUEST')
    expect(await found()).toHaveLength(4)
  })

  test('leads that are already on the list do not count against its limit', async () => {
    await found()
    for (const name of ['Ann Plumbing', 'Bob Plumbing']) await mark(name)
    await fillUpTo(plans.free.doNotContactEntries - 1)
    const names = ['Ann Plumbing', 'Bob Plumbing', 'Cat Plumbing']
    expect((await markAll(names)).json()).toMatchObject({ changed: 1, leftOut: null })
    expect((await markAll(names)).json()).toMatchObject({ changed: 0, leftOut: null })
    expect(refusalOf(await markAll(['Ann Plumbing', 'Dan Plumbing']))).toBe('TOO_MANY_OWN_ENTRIES')
  })

  test('after a downgrade, all entries stay in force, and new ones wait until there is room', async () => {
    await found()
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'starter' })
    await add('303-440-0001')
    await fillUpTo(plans.free.doNotContactEntries + 1)
    await lab.product.deps.db.query(`UPDATE user_account SET subscription_tier = 'free' WHERE id = $1`, [
      lab.user.user.id,
    ])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing', 'Dan Plumbing'])
    expect(await hidden()).toEqual(['Ann Plumbing'])
    expect(refusalOf(await call('POST', '/api/do-not-contact', { text: '303-440-0002' }))).toBe('TOO_MANY_OWN_ENTRIES')
    for (const { id } of (await entries()).slice(0, 2)) await call('DELETE', `/api/do-not-contact/${id}`)
    expect(await add('303-440-0002')).toMatchObject({ added: 1 })
    expect(await hidden()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('an entry far down a long list is found by what people remember of it, and can be removed', async () => {
    await found()
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'elite' })
    await add('303-440-0007, zoe@zoeplumbing.org')
    await mark('Ann Plumbing')
    await lab.product.deps.db.query(
      `UPDATE do_not_contact_entry SET business_name = 'ÉCLAIR Plumbing' WHERE user_id = $1 AND kind = 'place'`,
      [lab.user.user.id],
    )
    await fillUpTo(12_000)
    const other = await signUp(lab.product.app)
    const lookUp = async (text: string, who = lab.user) => {
      const url = `/api/do-not-contact?limit=50&text=${encodeURIComponent(text)}`
      return (await call('GET', url, undefined, who)).json<ListPage<DatedDoNotContactEntry>>()
    }
    const values = async (text: string) => (await lookUp(text)).items.map(({ value }) => value).toSorted()
    for (const text of ['(303) 440-0007', '+1 303 440 0007', '440-0007'])
      expect([text, await values(text)]).toEqual([text, ['13034400007']])
    for (const text of ['Zoe@ZoePlumbing.org', 'https://www.zoeplumbing.org/about', 'zoeplumb'])
      expect([text, await values(text)]).toEqual([text, ['zoe@zoeplumbing.org']])
    for (const text of ['éclair plumb', 'ÉCLAIR', '303-440-0001'])
      expect([text, await values(text)]).toEqual([text, ['overture:ann']])
    // Users do not see keys, and a percent sign is no wildcard.
    for (const text of ['overture:ann', '%', '_']) expect([text, await values(text)]).toEqual([text, []])
    expect(await lookUp('303-440-0007', other)).toEqual({ items: [], total: 0, nextCursor: null })
    const pages = async (cursor?: string): Promise<number[]> => {
      const url = `/api/do-not-contact?limit=200&text=business-11${cursor === undefined ? '' : `&cursor=${cursor}`}`
      const page = (await call('GET', url)).json<ListPage<DatedDoNotContactEntry>>()
      expect(page.total).toBe(1109)
      const ids = page.items.map(({ id }) => id)
      return page.nextCursor === null ? ids : [...ids, ...(await pages(page.nextCursor))]
    }
    const ids = await pages()
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(ids).toHaveLength(1109)
    const [zoe] = (await lookUp('zoe')).items
    expect((await call('DELETE', `/api/do-not-contact/${zoe?.id}`)).statusCode).toBe(200)
    expect(await lookUp('zoe')).toMatchObject({ items: [], total: 0 })
    expect(refusalOf(await call('GET', `/api/do-not-contact?text=${'a'.repeat(101)}`))).toBe('INVALID_REQUEST')
  })

  test('its length is counted through every kind of change', async () => {
    await found()
    const total = async () =>
      (await call('GET', '/api/do-not-contact?limit=1')).json<ListPage<DatedDoNotContactEntry>>().total
    await add('303-440-0001, 303-440-0001, ann@annplumbing.org')
    expect(await total()).toBe(2)
    const { batchId } = await mark('Bob Plumbing', 'Cat Plumbing')
    expect(await total()).toBe(4)
    await call('POST', `/api/leads/actions/${batchId}/undo`)
    await call('DELETE', `/api/do-not-contact/${(await entries())[0]?.id}`)
    expect([await total(), (await entries()).length]).toEqual([1, 1])
  })

  test("it is part of the download of the account's data, and deleted with the account", async () => {
    await found()
    await add('303-440-0001')
    await mark('Bob Plumbing')
    const data = (await call('GET', '/api/account/data')).json<{ doNotContact: object[] }>()
    expect(data.doNotContact).toMatchObject([
      { kind: 'phone', value: '13034400001' },
      { kind: 'place', value: 'overture:bob', business_name: 'Bob Plumbing' },
    ])
    const deleted = await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    expect(deleted.statusCode).toBe(200)
    await runChore(lab.product.deps, 'deleted-accounts')
    expect(
      await lab.product.deps.db.query('SELECT FROM do_not_contact_entry WHERE user_id = $1', [lab.user.user.id]),
    ).toEqual([])
  })
})
