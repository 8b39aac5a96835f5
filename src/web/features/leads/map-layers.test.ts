import type { LayerSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { withLayers } from './map-layers.ts'

const circles = (id: string): LayerSpecification => ({ id, type: 'circle', source: 'leads' })
const names = (id: string): LayerSpecification => ({ id, type: 'symbol', source: 'towns' })
const idsOf = (layers: LayerSpecification[]) => layers.map(({ id }) => id)

test('pins are below the names of a map, and their numbers above', () => {
  const style = [circles('land'), names('towns')]
  const added = [circles('clusters'), names('cluster sizes'), circles('pins')]
  expect(idsOf(withLayers(style, added))).toEqual(['land', 'clusters', 'pins', 'towns', 'cluster sizes'])
})

test('pins are above the roads of a style that has names below them', () => {
  const style = [circles('land'), names('lakes'), circles('roads'), names('towns')]
  expect(idsOf(withLayers(style, [circles('pins')]))).toEqual(['land', 'lakes', 'roads', 'pins', 'towns'])
})

test('on a map without names, pins are above everything', () => {
  expect(idsOf(withLayers([circles('land')], [circles('pins')]))).toEqual(['land', 'pins'])
})
