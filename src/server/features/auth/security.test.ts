import { expect, test } from 'vitest'
import type { AccountEvent, SignedInDevice } from '#contract/accounts/security.ts'
import type { ListPage } from '#contract/lists.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { signUp } from '#tests/support/app.ts'
import { cookieOf, describeAccount, oldPassword } from '#tests/support/test-account.ts'

describeAccount('sessions and the security log of an account', account => {
  const { send, ask, login, isSignedIn, kindsOf } = account

  const readLog = async (query: string, cookie: string) =>
    (await send('GET', `/api/account/security-events?${query}`, undefined, cookie)).json<ListPage<AccountEvent>>()

  test("users can list their sessions with devices and end one or all others, but never another user's", async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const elsewhere = cookieOf(
      await account.product.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username: account.ann.user.username, password: oldPassword },
        headers: { 'user-agent': agent },
      }),
    )
    const listed = (await send('GET', '/api/account/sessions')).json<SignedInDevice[]>()
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['Unknown device', true],
    ])
    const bob = await signUp(account.product.app)
    const url = `/api/account/sessions/${listed[0]?.id}`
    expect((await send('DELETE', url, undefined, bob.cookie)).statusCode).toBe(404)
    expect((await send('DELETE', url)).json()).toHaveLength(1)
    expect(await isSignedIn({ cookie: elsewhere, user: account.ann.user })).toBe(false)
    const third = cookieOf(await login(oldPassword))
    expect((await send('DELETE', '/api/account/sessions')).json()).toHaveLength(1)
    expect(await isSignedIn({ cookie: third, user: account.ann.user })).toBe(false)
    expect(await isSignedIn()).toBe(true)
  })

  test('ending the other sessions is logged if there are any, so that nobody can fill the log', async () => {
    await login(oldPassword)
    for (let n = 0; n < 5; n++) expect((await send('DELETE', '/api/account/sessions')).statusCode).toBe(200)
    expect((await kindsOf()).filter(kind => kind === 'other-sessions-ended')).toHaveLength(1)
  })

  test('a log line names the account that called, even if it was refused', async () => {
    await send('GET', '/api/admin/users')
    const lines = account.product.log.map(line => JSON.parse(line) as Record<string, unknown>)
    expect(lines.findLast(({ path }) => path === '/api/admin/users')).toMatchObject({
      accountId: account.ann.user.id,
      status: 403,
    })
  })

  test('security events are logged and cannot be changed', async () => {
    await login('wrong password')
    await login(oldPassword)
    expect(await kindsOf()).toEqual(['registered', 'sign-in-failed', 'signed-in'])
    await ask('/api/login', { username: 'nobody at all', password: oldPassword })
    const [last] = await account.db.query('SELECT user_id, actor_id, kind FROM security_event ORDER BY id DESC LIMIT 1')
    expect(last).toEqual({ user_id: null, actor_id: null, kind: 'sign-in-failed' })
    await expect(account.db.query('DELETE FROM security_event')).rejects.toThrow('append-only')
    await expect(account.db.query(`UPDATE security_event SET kind = 'registered'`)).rejects.toThrow('append-only')
  })

  test("users can read their own log by pages, without another user's events or an administrator's name", async () => {
    await login('wrong password')
    const bob = await signUp(account.product.app)
    const admin = await signUp(account.product.app)
    await account.db.query('UPDATE user_account SET is_admin = true WHERE id = $1', [admin.user.id])
    for (const isDisabled of [true, false])
      await send('PATCH', `/api/admin/users/${account.ann.user.id}`, { isDisabled }, admin.cookie)
    const as = cookieOf(await login(oldPassword))
    const first = await readLog('limit=3', as)
    expect(first.items.map(({ kind, isByAdministrator }) => [kind, isByAdministrator])).toEqual([
      ['signed-in', false],
      ['account-enabled', true],
      ['account-disabled', true],
    ])
    expect(first.total).toBe(5)
    const next = await readLog(`limit=3&cursor=${first.nextCursor}`, as)
    expect(next.items.map(({ kind }) => kind)).toEqual(['sign-in-failed', 'registered'])
    expect(next.nextCursor).toBeNull()
    expect(JSON.stringify([first, next])).not.toContain(admin.user.username)
    expect((await readLog('limit=3', bob.cookie)).items.map(({ kind }) => kind)).toEqual(['registered'])
  })

  test.each(['security_event', 'ledger_entry', 'plan_grant'])(
    'nobody empties %s at one stroke, nor by way of the accounts',
    async table => {
      for (const statement of [
        `TRUNCATE ${table}`,
        `TRUNCATE ${table}, rate_limit CASCADE`,
        'TRUNCATE user_account CASCADE',
      ])
        await expect(account.db.query(statement)).rejects.toThrow('append-only')
    },
  )

  test('events older than 13 months are deleted by the sweep', async () => {
    const at = (date: string) =>
      account.db.query(`INSERT INTO security_event (user_id, kind, at) VALUES ($1, 'signed-in', $2)`, [
        account.ann.user.id,
        new Date(date),
      ])
    await at('2025-01-31T12:00:00Z')
    await at('2025-05-02T12:00:00Z')
    await expect(account.db.query('DELETE FROM security_event')).rejects.toThrow('append-only')
    await runChore(account.product.deps, 'old-security-events')
    const old = await account.db.query(`SELECT at FROM security_event WHERE at < '2026-01-01'`)
    expect(old).toEqual([{ at: new Date('2025-05-02T12:00:00Z') }])
  })
})
