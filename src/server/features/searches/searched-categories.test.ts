import { expect, test } from 'vitest'
import type { CategoryChoice, Problem } from '#contract/errors.ts'
import type { SearchCategories } from '#contract/searches/search-categories.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { BOULDER, seedNamedCategories } from '#tests/support/seed-boulder.ts'
import { seedPlaces } from '#tests/support/seed-places.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

describeOnBothDatabases('the categories of a search', open => {
  test('a further category counts only for related businesses, and not at all if asked', async () => {
    const town = await open()
    const keys = ['plumbing', 'hvac_services', 'real_estate_agent', 'professional_services', 'backflow_services']
    const [plumbing = 0, hvac = 0, realtor = 0, generic = 0, backflow = 0] = await seedNamedCategories(town, keys)
    const mains = { Plumber: [plumbing], Heating: [hvac, plumbing], Realtor: [realtor, plumbing] }
    const others = { Services: [generic, plumbing], Backflow: [backflow, plumbing] }
    const places = Object.entries({ ...mains, ...others }).map(([name, categoryIds]) => ({
      name,
      categoryIds,
      lat: BOULDER.lat,
      lon: BOULDER.lon,
      state: 'CO',
      quality: 50,
      rating: null,
      phone: null,
      website: null,
    }))
    await seedPlaces(town, places)
    const { app } = await createTestApp({ db: town })
    const { cookie } = await signUp(app)
    const search = async (more: object) => {
      const payload = { ...plumbers, sortBy: 'name', ...more }
      const reply = await app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
      const {
        leads,
        understood,
        search: { id },
      } = reply.json<SearchResult>()
      return { id, names: leads.map(lead => lead.businessName), category: understood.category }
    }
    const all = await search({})
    expect(all.names).toEqual(['Backflow', 'Heating', 'Plumber', 'Services'])
    expect(all.category.contains).toEqual([
      { category: 'plumbing', label: 'Plumbing', isSearched: true },
      { category: 'backflow_services', label: 'Backflow Services', isSearched: true },
    ])
    const counts = async (id: number, as = cookie) => {
      const url = `/api/searches/${id}/categories`
      return (await app.inject({ method: 'GET', url, headers: { cookie: as } })).json<SearchCategories>().categories
    }
    const both = [
      { category: 'plumbing', matches: 3 },
      { category: 'backflow_services', matches: 1 },
    ]
    expect(await counts(all.id)).toEqual(both)
    const news = await search({ skipOwned: true })
    expect([news.names, await counts(news.id)]).toEqual([[], both.map(one => ({ ...one, matches: 0 }))])
    const main = await search({ mainCategoryOnly: true })
    expect(main.names).toEqual(['Backflow', 'Plumber'])
    // The business with another main category is not counted for plumbing.
    expect(await counts(main.id)).toMatchObject([{ matches: 1 }, { matches: 1 }])
    const without = await search({ withoutCategories: ['backflow_services'] })
    expect(await counts(without.id)).toEqual(both)
    expect(await counts(all.id, (await signUp(app)).cookie)).toBeUndefined()
    expect(without.names).toEqual(['Heating', 'Plumber', 'Services'])
    const listed = (await app.inject({ url: '/api/searches', headers: { cookie } })).json<Search[]>()
    expect(listed.find(({ id }) => id === without.id)?.withoutCategories).toEqual(['backflow_services'])
    expect(listed.find(({ id }) => id === all.id)?.withoutCategories).toEqual([])
    expect(without.category.contains[1]).toMatchObject({ category: 'backflow_services', isSearched: false })
    const only = await search({ categories: ['backflow_services', 'dentist'] })
    expect(only.names).toEqual(['Backflow'])
    expect(only.category.contains.map(({ isSearched }) => isSearched)).toEqual([false, true])
    const refused = async (options: object) => {
      const payload = { ...plumbers, ...options }
      const reply = await app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
      return reply.json<Problem>().issues
    }
    expect(await refused({ categories: ['dentist'] })).toMatchObject([
      { path: 'categories', message: expect.stringContaining('dentist') },
    ])
    const none = [{ path: 'withoutCategories', message: expect.stringContaining('Plumbers') }]
    expect(await refused({ withoutCategories: ['plumbing', 'backflow_services'] })).toMatchObject(none)
    expect(await refused({ categories: ['plumbing'], withoutCategories: ['plumbing'] })).toMatchObject(none)
  })

  test('an uncertain category leads to a free question with counts, and each choice can be searched without a question', async () => {
    const town = await open()
    const [drones = 0, other = 0] = await seedNamedCategories(town, ['drone_store', 'plumbing'])
    const names = ['Aerial Shop', 'Drone Racing Shop', 'Sky Shop', 'Pipes']
    await seedPlaces(
      town,
      names.map(name => ({
        lat: BOULDER.lat,
        lon: BOULDER.lon,
        name,
        state: 'CO',
        categoryIds: [name === 'Pipes' ? other : drones],
        quality: 50,
        rating: null,
        phone: null,
        website: null,
      })),
    )
    const { app } = await createTestApp({ db: town })
    const { cookie } = await signUp(app)
    const ask = async (more: object) => {
      const payload = { ...plumbers, businessCategory: 'drone racing', sortBy: 'name', ...more }
      return app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
    }
    const question = await ask({})
    expect(question.statusCode).toBe(400)
    const { errorType, choices } = question.json<{ errorType: string; choices: CategoryChoice[] }>()
    expect({ errorType, choices }).toEqual({
      errorType: 'CATEGORY_UNSURE',
      choices: [
        { label: 'Drone Store', category: 'Drone Store', count: 3 },
        { label: 'Businesses named “drone racing”', category: '"drone racing"', count: 1 },
      ],
    })
    expect((await app.inject({ url: '/api/searches', headers: { cookie } })).json()).toEqual([])
    const account = await app.inject({ url: '/api/user', headers: { cookie } })
    expect(account.json()).toMatchObject({ remainingSearches: 5, remainingContactPulls: 50 })

    const foundFor = async (more: object) => {
      const { leads, understood } = (await ask(more)).json<SearchResult>()
      return [understood.category.match, ...leads.map(lead => lead.businessName)]
    }
    const ofThatKind = ['Aerial Shop', 'Drone Racing Shop', 'Sky Shop']
    expect(await foundFor({ businessCategory: choices[0]?.category })).toEqual(['sure', ...ofThatKind])
    expect(await foundFor({ businessCategory: choices[1]?.category })).toEqual(['names', 'Drone Racing Shop'])
    expect(await foundFor({ acceptGuess: true })).toEqual(['likely', ...ofThatKind])
    // Each choice says what the user's own search would list.
    expect((await ask({ skipOwned: true })).json<Problem>().choices).toMatchObject([{ count: 0 }])
    expect(await foundFor({ acceptGuess: true, skipOwned: true })).toEqual(['likely'])
    const long = 'x'.repeat(199)
    expect(await foundFor({ businessCategory: long, acceptGuess: true })).toEqual(['names'])
    const unknown = (await ask({ businessCategory: 'Florists' })).json<Problem>()
    expect(unknown.message).toBe(
      'Our places have no category for “Florists”. You can search their names. Nothing was charged.',
    )
    expect(unknown.choices).toEqual([{ label: 'Businesses named “Florists”', category: '"Florists"', count: 0 }])
  })
})
