import { beforeAll, expect, test } from 'vitest'
import type { Town } from '#contract/places/towns.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'

describeOnPostgres('the towns that label a map', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn
  beforeAll(async () => {
    db = await open()
    product = await createTestApp({ db })
    user = await signUp(product.app)
  })
  const ask = (query: Record<string, string>) =>
    product.app.inject({ url: '/api/towns', query, headers: { cookie: user.cookie } })

  test('are the largest ones of the box, the largest first', async () => {
    const { towns } = (await ask({ south: '39', north: '41', west: '-106', east: '-104' })).json<{ towns: Town[] }>()
    expect(towns).toHaveLength(60)
    expect(towns[0]?.name).toBe('Denver')
    expect(towns.map(({ name }) => name)).toContain('Boulder')
    expect(towns.every(({ latitude, longitude }) => latitude > 39 && latitude < 41 && longitude < -104)).toBe(true)
  })

  test('are none for a box on the sea, and refused for one that is not on the earth', async () => {
    expect((await ask({ south: '30', north: '31', west: '-60', east: '-59' })).json()).toEqual({ towns: [] })
    expect((await ask({ south: '30', north: '91', west: '-60', east: '-59' })).statusCode).toBe(400)
  })

  test("are replaced by an operator's map style, to whose server pages may connect", async () => {
    const { app } = await createTestApp({ db, settings: { MAP_STYLE_URL: 'https://tiles.example/us.json?key=1' } })
    const { cookie } = await signUp(app)
    const answer = await app.inject({ url: '/api/map-style', headers: { cookie } })
    expect(answer.json()).toEqual({ styleUrl: 'https://tiles.example/us.json?key=1' })
    const policy = String(answer.headers['content-security-policy']).split(';')
    const allowed = policy.filter(directive => directive.includes('https://tiles.example'))
    expect(allowed.map(directive => directive.split(' ')[0])).toEqual(['connect-src', 'img-src'])
    await app.close()
  })
})
