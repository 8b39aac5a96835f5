import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { refuseWeakPassword } from './password-policy.ts'

const owner = { username: 'gwendolyn', email: 'gwendolyn.p@example.com', firstName: 'Wenda' }
const choose = (password: string, NODE_ENV: 'production' | 'test' = 'production') =>
  refuseWeakPassword({ config: { NODE_ENV } }, password, { owner, path: 'password' })

test.each(['password', 'Password123', '12345678', 'iloveyou'])(
  'in production, a password of every leaked list is refused: %s',
  async password => {
    await expect(choose(password)).rejects.toMatchObject({
      errorType: 'INVALID_REQUEST',
      details: { issues: [{ path: 'password', message: expect.stringContaining('too common') as string }] },
    })
  },
)

test("in production, a password must not be the user's own name or email, but may contain it", async () => {
  for (const password of ['Gwendolyn', 'gwendolyn1987!', 'gwendolyn.p@example.com'])
    await expect(choose(password)).rejects.toThrow(
      'Password must not be your name, your email, or the name of this site',
    )
  await expect(choose('gwendolyn likes trains')).resolves.toBeUndefined()
})

test('outside production, registration accepts any password of eight characters or more', async () => {
  const db = await createTestDatabase('postgres')
  const { app } = await createTestApp({ db })
  const register = (payload: object) => app.inject({ method: 'POST', url: '/api/register', payload })
  for (const [index, password] of ['password', 'gwendolyn', '12345678'].entries()) {
    const username = `gwendolyn${index}`
    const answer = await register({ username, email: `${username}@example.com`, password })
    expect(answer.statusCode).toBe(201)
  }
  const short = await register({ username: 'gwen', email: 'gwen@example.com', password: '1234567' })
  expect(short.json()).toMatchObject({ message: 'Password must be at least 8 characters' })
  await app.close()
  await db.close()
})
