import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expect, test } from 'vitest'
import { boulderFile, describeRealFiles, realFiles } from '#tests/support/real-files.ts'
import { allCounties, countyAt } from './counties.ts'
import { stateCode, stateNames } from './states.ts'

test('every state has its counties, and a point is in at most one of them', () => {
  expect(new Set(allCounties().map(({ state }) => state))).toEqual(new Set(Object.keys(stateNames)))
  expect(countyAt({ lat: 40.015, lon: -105.27 })).toMatchObject({ name: 'Boulder County', state: 'CO' })
  expect(countyAt({ lat: 37.54, lon: -77.44 })).toMatchObject({ name: 'City of Richmond', state: 'VA' })
  expect(countyAt({ lat: 51.88, lon: -176.66 })).toMatchObject({ name: 'Aleutians West Census Area', state: 'AK' })
  expect(countyAt({ lat: 35, lon: -60 })).toBeNull()
  expect(countyAt({ lat: 48.8566, lon: 2.3522 })).toBeNull()
})

type Located = {
  bbox: { xmin: number; xmax: number; ymin: number; ymax: number }
  addresses?: ({ region?: string; country?: string } | null)[] | null
}

/** The shares of places whose coordinates are in the state of their address, and in another one. */
async function statesOfAddresses(path: string): Promise<{ right: number; wrong: number }> {
  const file = await asyncBufferFromFile(path)
  const rows = (await parquetReadObjects({ file, compressors, columns: ['bbox', 'addresses'] })) as Located[]
  const known = rows.flatMap(({ bbox, addresses }) => {
    const state = stateCode(addresses?.[0]?.region ?? '')
    return state === null ? [] : [{ state, lat: (bbox.ymin + bbox.ymax) / 2, lon: (bbox.xmin + bbox.xmax) / 2 }]
  })
  const right = known.filter(place => countyAt(place)?.state === place.state).length
  const wrong = known.filter(place => ![place.state, undefined].includes(countyAt(place)?.state)).length
  return { right: right / known.length, wrong: wrong / known.length }
}

test('real places in Boulder are in the state of their address', async () => {
  expect(await statesOfAddresses(boulderFile)).toEqual({ right: 1, wrong: 0 })
})

describeRealFiles('the state at the coordinates of real places in all states', () => {
  test('is that of the address, and almost never another one', async () => {
    const { right, wrong } = await statesOfAddresses(realFiles.sample)
    expect(right).toBeGreaterThan(0.99)
    expect(wrong).toBeLessThan(0.002)
  })
})
