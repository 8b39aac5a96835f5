import * as fc from 'fast-check'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { PLATFORM_PAGE, type SeedPlace } from './seed-places.ts'

const CENTRE = { lat: 40.015, lon: -105.27 }

/** Places around Boulder of these categories. */
export const anyPlace = (categoryIds: number[]): fc.Arbitrary<SeedPlace> =>
  fc
    .record({
      // Few words, so that many names share their first characters, and some are equal, also beside one phone.
      name: fc.oneof(
        fc.constantFrom('Mountain View', 'Mountain VIEW', 'Mountain View Dental'),
        fc
          .array(
            fc.constantFrom('Mountain', 'View', 'Dental', 'Café', 'A&B', "Joe's", 'Éclair', 'Family', '24/7', '東京'),
            {
              minLength: 1,
              maxLength: 4,
            },
          )
          .map(words => words.join(' ')),
      ),
      lat: fc.double({ min: CENTRE.lat - 0.5, max: CENTRE.lat + 0.5, noNaN: true }),
      lon: fc.double({ min: CENTRE.lon - 0.6, max: CENTRE.lon + 0.6, noNaN: true }),
      state: fc.constantFrom('CO', 'CO', 'CO', 'WY'),
      zip: fc.constantFrom(null, '80301', '80302', '80303'),
      categoryIds: fc.uniqueArray(fc.constantFrom(...categoryIds), { minLength: 1, maxLength: 4 }),
      quality: fc.integer({ min: 0, max: 100 }),
      rating: fc.option(fc.constantFrom(0.5, 2, 3, 3.9, 4, 4.3, 4.5, 4.9, 5)),
      phone: fc.option(fc.integer({ min: 13_034_400_000, max: 13_034_400_400 })),
      website: fc.constantFrom(null, 'https://shop.example', PLATFORM_PAGE),
      isApart: fc.constantFrom(false, false, true),
      brand: fc.constantFrom(null, null, null, 'Mountain View'),
      kindToldBy: fc.constantFrom(null, 'source', 'name', 'website', 'otherName'),
      email: fc.constantFrom(null, 'office@seeded.example'),
      firstSeenOn: fc.constantFrom(null, '2026-01-31', '2026-03-01'),
    })
    .map(place =>
      place.categoryIds.length > 1 || place.kindToldBy !== 'otherName'
        ? place
        : Object.assign(place, { kindToldBy: 'source' }),
    )

const rarely = fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true))

/** A star around a point near the middle: longitude and latitude of each corner in turn. */
export const anyPolygon: fc.Arbitrary<number[]> = fc
  .record({
    lat: fc.double({ min: CENTRE.lat - 0.2, max: CENTRE.lat + 0.2, noNaN: true }),
    lon: fc.double({ min: CENTRE.lon - 0.2, max: CENTRE.lon + 0.2, noNaN: true }),
    reaches: fc.array(fc.double({ min: 0.02, max: 0.4, noNaN: true }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ lat, lon, reaches }) =>
    reaches.flatMap((reach, index) => {
      const angle = (2 * Math.PI * index) / reaches.length
      return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
    }),
  )

/** Searches among them. */
export const anyPlan = (categoryIds: number[]): fc.Arbitrary<SearchPlan> =>
  fc.record({
    what: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          categoryIds: fc.uniqueArray(fc.constantFrom(...categoryIds), { minLength: 1, maxLength: 6 }),
          relatedMains: fc.oneof(
            { weight: 5, arbitrary: fc.constant(categoryIds) },
            fc.uniqueArray(fc.constantFrom(...categoryIds), { maxLength: 6 }),
          ),
        }),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom<string[]>(['dental'], ['family', 'mount'], ['joes'], ['24'])
          .map(nameWords => ({ nameWords })),
      },
    ),
    where: fc
      .array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record({
              lat: fc.double({ min: CENTRE.lat - 0.3, max: CENTRE.lat + 0.3, noNaN: true }),
              lon: fc.double({ min: CENTRE.lon - 0.3, max: CENTRE.lon + 0.3, noNaN: true }),
              radiusMiles: fc.integer({ min: 1, max: 30 }),
            }),
          },
          { weight: 1, arbitrary: fc.constantFrom({ state: 'CO' }, { state: 'WY' }, { state: 'TX' }) },
          { weight: 1, arbitrary: fc.constantFrom({ zip: '80301', ...CENTRE }, { zip: '80302', ...CENTRE }) },
          { weight: 2, arbitrary: anyPolygon.map(polygon => ({ polygon })) },
          // Boulder, Denver, which has an exclave in it, and Arapahoe.
          { weight: 2, arbitrary: fc.constantFrom({ county: '08013' }, { county: '08031' }, { county: '08005' }) },
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map(anyOf => ({ anyOf })),
    filters: fc.record({
      minRating: fc.constantFrom(0, 0, 3, 4, 4.5, 5),
      hasWebsite: fc.boolean(),
      withoutWebsite: rarely,
      hasPhoneNumber: fc.boolean(),
      hasEmail: rarely,
      minQuality: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 40, 60),
      independentOnly: fc.boolean(),
      clearMatchesOnly: rarely,
      firstSeenWithinDays: fc.constantFrom('', '', '', '', '2026-02-01', '2026-03-01'),
      keywords: fc.constantFrom([], [], ['dental'], ['family', 'cafe'], ['mountain view'], ['nothing like it']),
    }),
    sortBy: fc.constantFrom('relevance', 'rating', 'name'),
    withoutSample: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
