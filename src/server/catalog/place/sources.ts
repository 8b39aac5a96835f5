/** What we may do with the rows of a source, and whom to credit. */
export type Source = {
  key: string
  name: string
  /** SPDX identifier for rows without their own license. */
  license: string
  attribution: string
  isExportable: boolean
  isSample: boolean
  /** False if the license requires that rows are kept separate from those of other sources. */
  isMergeable: boolean
  /** A list is replaced as a whole. For other sources, the newest release wins in each cell. */
  isList: boolean
}

const usual = { isExportable: true, isSample: false, isMergeable: true, isList: false } as const

export const sources = {
  overture: {
    key: 'overture',
    name: 'Overture Maps',
    license: 'CDLA-Permissive-2.0',
    attribution: 'Overture Maps Foundation, overturemaps.org, and the sources that each place names',
    ...usual,
  },
  foursquare: {
    key: 'foursquare',
    name: 'Foursquare OS Places',
    license: 'Apache-2.0',
    attribution: 'Foursquare Open Source Places, © Foursquare Labs, Inc., Apache License 2.0',
    ...usual,
  },
  osm: {
    key: 'osm',
    name: 'OpenStreetMap',
    license: 'ODbL-1.0',
    attribution: '© OpenStreetMap contributors, openstreetmap.org/copyright, Open Database License 1.0',
    ...usual,
    isMergeable: false,
  },
  alltheplaces: {
    key: 'alltheplaces',
    name: 'AllThePlaces',
    license: 'CC0-1.0',
    attribution: 'AllThePlaces, alltheplaces.xyz, CC0 1.0',
    ...usual,
    // Each file has the stores of one chain.
    isList: true,
  },
  csv: {
    key: 'csv',
    name: 'Own list',
    license: 'Operator-supplied',
    attribution: 'List supplied by the operator of this service',
    ...usual,
    isList: true,
  },
  demo: {
    key: 'demo',
    name: 'Sample data',
    license: 'Fictional',
    attribution: 'Fictional businesses for trying the product',
    ...usual,
    isSample: true,
    isMergeable: false,
  },
} as const satisfies Record<string, Source>

export type SourceKey = keyof typeof sources

/** The websites of businesses as a source. It has no rows, but adds facts to the rows of other sources. */
export const ownWebsite = {
  key: 'site',
  name: 'Own website',
  license: 'Published by the business',
  attribution: 'What the business says on its own website',
} as const satisfies Pick<Source, 'key' | 'name' | 'license' | 'attribution'>

export const isExportable = (source: string): boolean =>
  Object.hasOwn(sources, source) && sources[source as keyof typeof sources].isExportable
