import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Analytics, noWebsite, ownWebsite } from '#contract/admin/analytics.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { bandThresholds, qualityOf, sourceMapOf, trendOf, trendStart } from './analytics.rules.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const sum = (map: Record<string, number>): number => Object.values(map).reduce((total, count) => total + count, 0)

test('the trend has a row for each of 30 days, the last one today', () => {
  const trend = trendOf([{ day: '2026-02-28', leads: 4 }], noon)
  expect(trendStart(noon).toISOString()).toBe('2026-01-31T00:00:00.000Z')
  expect(trend).toHaveLength(30)
  expect(trend.at(0)).toEqual({ day: '2026-01-31', leads: 0 })
  expect(trend.at(-2)).toEqual({ day: '2026-02-28', leads: 4 })
  expect(trend.at(-1)).toEqual({ day: '2026-03-01', leads: 0 })
})

test('every score band has a row, best first', () => {
  expect(bandThresholds).toEqual([20, 40, 60, 80])
  expect(qualityOf([{ band: 4, leads: 3 }])).toEqual([
    { band: 'Excellent Lead', leads: 3 },
    { band: 'Good Lead', leads: 0 },
    { band: 'Average Lead', leads: 0 },
    { band: 'Below Average Lead', leads: 0 },
    { band: 'Basic Lead', leads: 0 },
  ])
})

test('two domains of one platform are one source', () => {
  const names = ['facebook.com', 'fb.me', 'fb.com', 'yelp.com', 'twitter.com', 'x.com', 'youtube.com', 'youtu.be']
  const others = ['goo.gl', 'google.com', 'threads.net', 'wa.me', 'angieslist.com']
  expect(sourceMapOf([...names, ...others].map(name => ({ name, leads: 2 })))).toEqual({
    'facebook.com': 6,
    'yelp.com': 2,
    'x.com': 4,
    'youtube.com': 4,
    'google.com': 4,
    'threads.com': 2,
    'whatsapp.com': 2,
    'angi.com': 2,
  })
})

describeOnBothDatabases('analytics', open => {
  let boulder: TestApp
  let user: SignedIn

  beforeAll(async () => {
    const db = await open()
    await seedPlumbers(db, 30)
    boulder = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(boulder.app)
  })
  const post = (url: string, payload: object, who = user) =>
    boulder.app.inject({ method: 'POST', url, payload, headers: { cookie: who.cookie } })
  const search = async (words = 'Plumbers', who = user) => {
    const answer = await post(
      '/api/search',
      { businessCategory: words, location: 'Boulder, CO', radius: 5, acceptGuess: true },
      who,
    )
    return answer.json<SearchResult>()
  }
  const analytics = async (who = user) =>
    (await boulder.app.inject({ url: '/api/analytics', headers: { cookie: who.cookie } })).json<Analytics>()
  const setWebsite = (leadId: number | undefined, website: string) =>
    boulder.deps.db.query(`UPDATE lead SET facts = jsonb_set(facts, '{website}', to_jsonb($2::text)) WHERE id = $1`, [
      leadId,
      website,
    ])
  const makeElite = (who: SignedIn) =>
    boulder.deps.db.query(`UPDATE user_account SET subscription_tier = 'elite' WHERE id = $1`, [who.user.id])

  test('an account without searches has only zeros', async () => {
    expect(await analytics()).toEqual({
      totalSearches: 0,
      totalLeads: 0,
      averageLeadsPerSearch: 0,
      exportedLeads: 0,
      exportRate: 0,
      leadsByBusinessCategory: {},
      leadsByLocation: {},
      leadSources: {},
      recentSearches: [],
    })
  })

  test('each map adds up to the distinct leads, even if they are found several times', async () => {
    await search('Plumbers')
    await search('plumbers')
    const { totalSearches, totalLeads, averageLeadsPerSearch, ...maps } = await analytics()
    expect({ totalSearches, totalLeads, averageLeadsPerSearch }).toEqual({
      totalSearches: 2,
      totalLeads: 20,
      averageLeadsPerSearch: 10,
    })
    expect(maps.leadsByBusinessCategory).toEqual({ Plumbers: 20 })
    expect(maps.leadsByLocation).toEqual({ 'Boulder, CO': 20 })
    expect(sum(maps.leadSources)).toBe(20)
    expect(maps.recentSearches.map(({ businessCategory }) => businessCategory)).toEqual(['plumbers', 'Plumbers'])
  })

  test('a search for "__proto__" or "constructor" counts like any other', async () => {
    // Whatever the words mean, one lead is moved to each search.
    const { leads } = await search('Plumbers')
    for (const [index, words] of ['__proto__', 'constructor', 'toString'].entries()) {
      const { search: odd } = await search(words)
      await boulder.deps.db.query('UPDATE lead SET search_id = $2 WHERE id = $1', [leads[index]?.id, odd.id])
    }
    const { leadsByBusinessCategory, totalLeads } = await analytics()
    expect(Object.entries(leadsByBusinessCategory)).toEqual([
      ['Plumbers', 17],
      ['__proto__', 1],
      ['constructor', 1],
      ['toString', 1],
    ])
    expect(sum(leadsByBusinessCategory)).toBe(totalLeads)
  })

  test('a second place with the same phone and name is not a second lead', async () => {
    const { leads } = await search()
    await boulder.deps.db.query('UPDATE lead SET is_first_of_phone = false WHERE id = $1', [leads[0]?.id])
    const { totalLeads, leadSources } = await analytics()
    expect([totalLeads, sum(leadSources)]).toEqual([19, 19])
  })

  test('a lead counts by its website: its own site, a platform, or none', async () => {
    const { leads } = await search()
    const websites = [
      'https://www.facebook.com/ace.pipes',
      'http://FB.me/ace',
      'https://m.yelp.com:443/biz/ace?x=1',
      'https://notfacebook.com/',
      'https://ace.example/facebook.com',
      'https://user@instagram.com',
    ]
    for (const [index, website] of websites.entries()) await setWebsite(leads[index]?.id, website)
    const { leadSources, totalLeads } = await analytics()
    expect(leadSources).toMatchObject({ 'facebook.com': 2, 'yelp.com': 1, 'instagram.com': 1 })
    expect(Object.keys(leadSources).toSorted()).toEqual(
      [ownWebsite, noWebsite, 'facebook.com', 'yelp.com', 'instagram.com'].toSorted(),
    )
    expect(sum(leadSources)).toBe(totalLeads)
  })

  test('a lead that is exported twice counts once', async () => {
    const { search: done, leads } = await search()
    const leadIds = leads.slice(0, 5).map(({ id }) => id)
    await post('/api/export', { searchId: done.id, leadIds })
    await post('/api/export', { searchId: done.id, leadIds })
    expect(await analytics()).toMatchObject({ exportedLeads: 5, exportRate: 0.25 })
  })

  test('the five newest searches are listed, newest first', async () => {
    for (const words of ['plumber', 'plumbers', 'Plumber', 'Plumbers', 'PLUMBERS']) await search(words)
    const { recentSearches } = await analytics()
    expect(recentSearches.map(({ propertyType }) => propertyType)).toEqual([
      'PLUMBERS',
      'Plumbers',
      'Plumber',
      'plumbers',
      'plumber',
    ])
    expect(recentSearches[0]).toMatchObject({ location: 'Boulder, CO', createdAt: '2026-03-01T12:00:00.000Z' })
  })

  test("another user's searches and leads are not included", async () => {
    const other = await signUp(boulder.app)
    await makeElite(other)
    await search('Plumbers', user)
    const { advanced, ...figures } = await analytics(other)
    expect(figures).toMatchObject({ totalSearches: 0, totalLeads: 0, leadSources: {}, recentSearches: [] })
    expect(advanced).toMatchObject({ searches: [], states: [] })
    expect(advanced?.trend.every(({ leads }) => leads === 0)).toBe(true)
    expect(advanced?.quality.every(({ leads }) => leads === 0)).toBe(true)
  })

  test('only the Elite plan sees trend, quality, searches, and states, and they add up', async () => {
    const { search: done, leads } = await search()
    await post('/api/export', { searchId: done.id, leadIds: [leads[0]?.id] })
    expect(await analytics()).not.toHaveProperty('advanced')
    await makeElite(user)
    const { advanced, totalLeads } = await analytics()
    expect(advanced?.trend.at(-1)).toEqual({ day: '2026-03-01', leads: totalLeads })
    expect(advanced?.quality.reduce((total, { leads: count }) => total + count, 0)).toBe(totalLeads)
    expect(advanced?.states).toMatchObject([{ state: 'CO', leads: totalLeads }])
    expect(advanced?.states[0]?.latitude).toBeCloseTo(40.016, 2)
    const qualities = leads.map(({ qualityScore }) => qualityScore)
    expect(advanced?.searches).toMatchObject([{ id: done.id, location: 'Boulder, CO', leads: totalLeads, exported: 1 }])
    expect(advanced?.searches[0]?.averageQuality).toBeCloseTo(qualities.reduce((a, b) => a + b) / qualities.length, 6)
  })
})
