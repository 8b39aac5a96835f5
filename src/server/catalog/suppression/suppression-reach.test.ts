import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import {
  emptyCatalog,
  inBoulder,
  inDenver,
  offeredNames,
  samplePlace,
  testDeps,
  writeCsv,
  writeOverture,
} from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import { isSuppressed, readEntry, refusalOfEntry, suppressedOf, type SuppressionEntry } from './suppression.rules.ts'
import { listSuppressions, removeSuppression, suppress } from './suppression.usecases.ts'

const entry = (words: string): SuppressionEntry => {
  const read = readEntry(words)
  if (read === null) throw new Error(refusalOfEntry(words))
  return read
}
const plumber = (id: string, facts: Partial<TestPlace>): TestPlace => ({
  id,
  name: `${id} Plumbing`,
  ...inBoulder,
  ...facts,
})

test.each(['wixsite.com', 'https://www.weebly.com/ann', 'facebook.com/ann', 'business.site', 'us.com'])(
  'the shared domain %s is refused with a reason',
  words => {
    expect(readEntry(words)).toBeNull()
    expect(refusalOfEntry(words)).toMatch(
      /^Many businesses share (www\.)?[a-z.]+: please enter this business’s own address/,
    )
  },
)

test('an entry for a domain covers a lead that only has an email there', () => {
  const list = suppressedOf([entry('annplumbing.org')])
  const isCovered = (email: string) => isSuppressed({ phone: null, website: null, email, placeKeys: [] }, list)
  expect(['ann@annplumbing.org', 'ann@mail.annplumbing.org', 'ann@bobplumbing.org'].map(isCovered)).toEqual([
    true,
    true,
    false,
  ])
})

describeOnPostgres('a do-not-contact entry', open => {
  let product: TestApp
  let folder: string
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'reach-test-'))
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await emptyCatalog(product.deps.db)
    await product.deps.db.query('TRUNCATE suppression, removal_request, rate_limit')
  })
  const offered = () => offeredNames(product.deps.db)
  const load = async (...places: TestPlace[]) =>
    importPlaces(testDeps(product.deps.db), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release: '2026-04-15.0',
    })
  const call = async (method: 'GET' | 'POST', url: string, payload?: object, who?: SignedIn) =>
    product.app.inject({
      method,
      url,
      ...(who ? { headers: { cookie: who.cookie } } : {}),
      ...(payload && { payload }),
    })
  const searchedBy = async (user: SignedIn): Promise<string[]> => {
    const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
    const answer = (await call('POST', '/api/search', criteria, user)).json<{ leads: Lead[] }>()
    return answer.leads.map(lead => lead.businessName).toSorted()
  }
  const domains = async () => (await listSuppressions(product.deps)).flatMap(e => (e.kind === 'domain' ? e.value : []))

  test('suppresses one customer of a website builder, and no other', async () => {
    const user = await signUp(product.app)
    await load(
      plumber('Ann', { phones: ['303-440-0001'], websites: ['https://ann.wixsite.com/plumbing'] }),
      plumber('Bob', { phones: ['303-440-0002'], websites: ['https://bob.wixsite.com/plumbing'] }),
      plumber('Cat', { phones: ['303-440-0003'], websites: ['https://cat.weebly.com'] }),
      plumber('Dan', { phones: ['303-440-0004'], websites: ['https://dan.weebly.com'] }),
    )
    expect(await suppress(product.deps, [entry('ann.wixsite.com'), entry('www.cat.weebly.com/us')], '')).toEqual({
      added: 2,
      places: 2,
    })
    expect(await offered()).toEqual(['Bob Plumbing', 'Dan Plumbing'])
    expect(await searchedBy(user)).toEqual(['Bob Plumbing', 'Dan Plumbing'])
  })

  test('confirmed by mail covers only the business that can read that mail', async () => {
    await load(
      plumber('Ann', { phones: ['303-440-0001'], emails: ['office@ann.us.com'] }),
      plumber('Bob', { phones: ['303-440-0002'], emails: ['office@bob.us.com'] }),
    )
    const input = { businessName: 'Ann Plumbing', email: 'x@ann.us.com' }
    expect((await call('POST', '/api/removal-requests', input)).statusCode).toBe(202)
    const token = await tokenMailedTo(product.app, 'x@ann.us.com', '/remove-my-business#token=')
    expect((await call('POST', '/api/removal-requests/confirm', { token })).statusCode).toBe(200)
    await runDueJobs(product.deps)
    expect(await domains()).toEqual(['ann.us.com'])
    expect(await offered()).toEqual(['Bob Plumbing'])
  })

  test.each([
    ['domain', { kind: 'domain', value: 'ann-list.org' }],
    ["email's domain", { kind: 'domain', value: 'ann-mail.org' }],
    ['email', { kind: 'email', value: 'office@ann-mail.org' }],
  ] as const)('suppresses a merged place by a %s that the merge does not show', async (_, listed) => {
    const user = await signUp(product.app)
    await load(
      plumber('Ann', {
        phones: ['303-440-0001'],
        websites: ['https://ann-overture.org'],
        emails: ['ann@ann-other.org'],
        confidence: 0.2,
        updated: '2025-01-01',
      }),
    )
    const list = await writeCsv(folder, 'own.csv', [
      'name,phone,website,email,address,zip,lat,lon,category',
      `Ann Plumbing,303-440-0001,https://ann-list.org,office@ann-mail.org,1111 Spruce St,80302,${inBoulder.lat},${inBoulder.lon},plumber`,
    ])
    await importPlaces(testDeps(product.deps.db), { files: [list], listName: 'own', release: '2026-04-20' })
    const [shown] = await product.deps.db.query('SELECT domain, own->>$1 AS own FROM place WHERE is_offered', [
      'domain',
    ])
    expect(shown).toEqual({ domain: 'ann-overture.org', own: 'ann-list.org' })
    expect(await searchedBy(user)).toEqual(['Ann Plumbing'])
    expect(await suppress(product.deps, [listed], '')).toEqual({ added: 1, places: 1 })
    expect(await offered()).toEqual([])
    expect((await call('GET', '/api/leads', undefined, user)).json()).toMatchObject([
      { doNotContact: true, phoneNumber: null },
    ])
    await removeSuppression(product.deps, listed)
    expect(await offered()).toEqual(['Ann Plumbing'])
  })

  test('and real places nearby, each on its own, hide a sample place', async () => {
    const places = [
      samplePlace({ sourceId: '1', phone: 13_035_550_101 }),
      samplePlace({ sourceId: '2', phone: 13_035_550_102, ...inDenver }),
    ]
    const deps = testDeps(product.deps.db)
    await importPlaces(deps, { places, source: 'demo', release: '2026-02-01' })
    const listed = entry('(303) 555-0101')
    await suppress(product.deps, [listed], '')
    expect(await offered()).toEqual(['Sample 2'])
    const ann = plumber('Ann', { phones: ['303-440-0001'] })
    await load(ann)
    await removeSuppression(product.deps, listed)
    expect(await offered()).toEqual(['Ann Plumbing', 'Sample 2'])
    await suppress(product.deps, [listed], '')
    await dropPlaces(deps, 'overture')
    expect(await offered()).toEqual(['Sample 2'])
    await load(ann)
    await dropPlaces(deps, 'overture')
    expect(await offered()).toEqual(['Sample 2'])
    await removeSuppression(product.deps, listed)
    expect(await offered()).toEqual(['Sample 1', 'Sample 2'])
  })
})
