import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listDentists } from '../docs/examples/typed-client.ts'
import { makeApiKey, signUpElite } from './support/api-key.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { createTestDatabase } from './support/databases.ts'
import { seedPlaces } from './support/seed-places.ts'

let product: TestApp
let server: string

beforeAll(async () => {
  const db = await createTestDatabase('postgres')
  const [category] = await db.query<{ id: number }>(
    `INSERT INTO category (key, name) VALUES ('dentist', 'Dentist') RETURNING id`,
  )
  const dentists = Array.from({ length: 8 }, (_, index) => ({
    name: `Dr. ${index} Dental`,
    lat: 40.015 + index / 2000,
    lon: -105.27,
    state: 'CO',
    categoryIds: [category?.id ?? 0],
    quality: 40 + index,
    rating: null,
    phone: 13_034_500_000 + index,
    website: null,
  }))
  await seedPlaces(db, dentists)
  product = await createTestApp({ db })
  server = await product.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await product.app.close()
  await product.deps.db.close()
})

test('the typed client of the documentation previews, searches, lists, and sets a status', async () => {
  const told = vi.spyOn(console, 'log').mockImplementation(() => {})
  const owner = await signUpElite(product.app, product.deps)
  const { secret } = await makeApiKey(product.app, owner)
  const leads = await listDentists(server, secret, 5)
  expect(told.mock.calls).toEqual([['Finds 8, and costs 5 pulls at most.']])
  told.mockRestore()
  expect(leads.map(({ businessName, status }) => [/^Dr\. \d Dental$/.test(businessName), status])).toEqual(
    Array.from({ length: 5 }, () => [true, 'contacted']),
  )
  await expect(listDentists(server, 'leadline_wrong', 5)).rejects.toThrow('Please send a valid API key')
})
