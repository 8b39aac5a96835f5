import { beforeAll, expect, test } from 'vitest'
import type { SecurityEvent } from '#contract/admin/admin.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'

describeOnPostgres('disabling users', open => {
  let product: TestApp
  let admin: SignedIn
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    admin = await signUp(product.app)
    await grantAdmin(product.deps, admin.user.username)
  })

  const asAdmin = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    product.app.inject({
      method,
      url: `/api/admin/${url}`,
      headers: { cookie: admin.cookie },
      ...(payload === undefined ? {} : { payload }),
    })
  const statusOf = async ({ cookie }: SignedIn) =>
    (await product.app.inject({ url: '/api/user', headers: { cookie } })).statusCode
  const login = ({ user }: SignedIn, password = 'correct horse battery') =>
    product.app.inject({ method: 'POST', url: '/api/login', payload: { username: user.username, password } })

  test('a disabled user is signed out immediately, is told so only with the right password, and can be enabled again', async () => {
    const bob = await signUp(product.app)
    const disabled = await asAdmin('PATCH', `users/${bob.user.id}`, { isDisabled: true })
    expect(disabled.json()).toMatchObject({ id: bob.user.id, isDisabled: true })
    expect(await statusOf(bob)).toBe(401)
    expect((await login(bob)).json()).toMatchObject({ errorType: 'ACCOUNT_DISABLED' })
    expect((await login(bob, 'wrong password')).json()).toMatchObject({ errorType: 'WRONG_CREDENTIALS' })
    await asAdmin('PATCH', `users/${bob.user.id}`, { isDisabled: false })
    expect(await statusOf(bob)).toBe(401)
    expect((await login(bob)).statusCode).toBe(200)
  })

  test('administrators cannot disable their own account', async () => {
    expect((await asAdmin('PATCH', `users/${admin.user.id}`, { isDisabled: true })).statusCode).toBe(403)
    expect(await statusOf(admin)).toBe(200)
  })

  test('the sessions of a user can be ended', async () => {
    const bob = await signUp(product.app)
    expect((await asAdmin('DELETE', `users/${bob.user.id}/sessions`)).statusCode).toBe(200)
    expect(await statusOf(bob)).toBe(401)
    expect((await asAdmin('DELETE', 'users/999999/sessions')).statusCode).toBe(404)
  })

  test('the log says what happened, to whom, and who did it', async () => {
    const bob = await signUp(product.app)
    await asAdmin('PATCH', `users/${bob.user.id}`, { isDisabled: true })
    const own = (await asAdmin('GET', `security-events?userId=${bob.user.id}`)).json<SecurityEvent[]>()
    expect(own.map(({ kind, username, actorName }) => [kind, username, actorName])).toEqual([
      ['account-disabled', bob.user.username, admin.user.username],
      ['registered', bob.user.username, bob.user.username],
    ])
    const page = (await asAdmin('GET', 'security-events?limit=1')).json<{
      items: SecurityEvent[]
      nextCursor: string
    }>()
    expect(page.items).toEqual(own.slice(0, 1))
    const next = (await asAdmin('GET', `security-events?limit=1&cursor=${page.nextCursor}`)).json<typeof page>()
    expect(next.items).toEqual(own.slice(1))
  })
})
