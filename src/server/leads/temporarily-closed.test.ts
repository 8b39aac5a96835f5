import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'

const ann = { id: 'ann', name: 'Quombu Plumbing', ...inBoulder, phones: ['303-440-0001'] }
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'] }

describeOnBothDatabases('a business that is temporarily closed', open => {
  let product: TestApp
  let folder: string
  let owner: SignedIn
  let other: SignedIn

  const load = async (release: string, status?: string) => {
    const files = [await writeOverture(folder, 'p.parquet', [{ ...ann, ...(status && { status }) }, bob])]
    await importPlaces(testDeps(product.deps.db), { files, release })
  }
  const search = async ({ cookie }: SignedIn, businessCategory: string) => {
    const payload = { businessCategory, location: 'Boulder, CO', radius: 10 }
    const response = await product.app.inject({ method: 'POST', url: '/api/search', headers: { cookie }, payload })
    return response.json<SearchResult>().leads.map(({ businessName }) => businessName)
  }

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'temporarily-closed-'))
    owner = await signUp(product.app)
    other = await signUp(product.app)
    await load('2026-04-15')
    await search(owner, 'plumbers')
    await load('2026-05-20', 'temporarily_closed')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is not offered as a new lead, by category or by name', async () => {
    expect(await search(other, 'plumbers')).toEqual(['Bob Plumbing'])
    expect(await search(other, 'Quombu')).toEqual([])
  })

  test('stays with those who have it, and says so', async () => {
    const { body } = await product.app.inject({ url: '/api/leads', headers: { cookie: owner.cookie } })
    const lead = (JSON.parse(body) as Lead[]).find(({ businessName }) => businessName === 'Quombu Plumbing')
    expect(lead).toMatchObject({ isListed: true, phoneNumber: '(303) 440-0001', qualityScore: expect.any(Number) })
    expect(lead?.scoreLines.map(({ detail }) => detail)).toContain('temporarily closed: 39 at most')
  })

  test('is offered again when it has reopened', async () => {
    await load('2026-06-18')
    expect((await search(other, 'plumbers')).toSorted()).toEqual(['Bob Plumbing', 'Quombu Plumbing'])
    expect(await search(other, 'Quombu')).toEqual(['Quombu Plumbing'])
  })
})
