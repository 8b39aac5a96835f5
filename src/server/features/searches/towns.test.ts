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

  const openFreeMap = 'https://tiles.openfreemap.org'
  const own = 'https://tiles.example/us.json?key=1'
  test.each([
    {
      settings: { MAP_STYLE_URL: '' },
      styles: { light: `${openFreeMap}/styles/positron`, dark: `${openFreeMap}/styles/dark` },
      origins: [openFreeMap],
    },
    { settings: { MAP_STYLE_URL: own }, styles: { light: own, dark: own }, origins: ['https://tiles.example'] },
    { settings: { MAP_STYLE_URL: 'off' }, styles: null, origins: [] },
  ])('are replaced by a street map, and pages may connect to its server alone: $origins', async expected => {
    const { app } = await createTestApp({ db, settings: expected.settings })
    const { cookie } = await signUp(app)
    const answer = await app.inject({ url: '/api/map-style', headers: { cookie } })
    expect(answer.json()).toEqual({ styles: expected.styles })
    const policy = String(answer.headers['content-security-policy']).split(';')
    for (const directive of ['connect-src', 'img-src']) {
      const allowed = policy.find(one => one.startsWith(`${directive} `))?.split(' ') ?? []
      const maps = allowed.filter(origin => /openfreemap|example/.test(origin))
      expect(maps).toEqual(expected.origins)
    }
    await app.close()
  })
})
