/** What we may do with the rows of a source, and whom to credit. Policy is data here; code asks it row by row. */
export type Source = {
  key: string
  name: string
  /** SPDX identifier of the rows that carry none of their own. */
  license: string
  attribution: string
  isExportable: boolean
  isSample: boolean
  /** False where the licence wants its rows kept apart from those of other sources. */
  isMergeable: boolean
  /** A list is replaced as a whole; of others the newest release wins in each cell. */
  isList: boolean
}

export const sources = {
  overture: {
    key: 'overture',
    name: 'Overture Maps',
    license: 'CDLA-Permissive-2.0',
    attribution: 'Overture Maps Foundation, overturemaps.org, and the sources that each place names',
    isExportable: true,
    isSample: false,
    isMergeable: true,
    isList: false,
  },
  foursquare: {
    key: 'foursquare',
    name: 'Foursquare OS Places',
    license: 'Apache-2.0',
    attribution: 'Foursquare Open Source Places, © Foursquare Labs, Inc., Apache License 2.0',
    isExportable: true,
    isSample: false,
    isMergeable: true,
    isList: false,
  },
  osm: {
    key: 'osm',
    name: 'OpenStreetMap',
    license: 'ODbL-1.0',
    attribution: '© OpenStreetMap contributors, openstreetmap.org/copyright, Open Database License 1.0',
    isExportable: true,
    isSample: false,
    isMergeable: false,
    isList: false,
  },
  csv: {
    key: 'csv',
    name: 'Own list',
    license: 'Operator-supplied',
    attribution: 'List supplied by the operator of this service',
    isExportable: true,
    isSample: false,
    isMergeable: true,
    isList: true,
  },
  demo: {
    key: 'demo',
    name: 'Sample data',
    license: 'Fictional',
    attribution: 'Fictional businesses for trying the product',
    isExportable: true,
    isSample: true,
    isMergeable: false,
    isList: true,
  },
} as const satisfies Record<string, Source>

export type SourceKey = keyof typeof sources

/** True for a source whose rows may be given away as a file. */
export const isExportable = (source: string): boolean =>
  Object.hasOwn(sources, source) && sources[source as keyof typeof sources].isExportable
