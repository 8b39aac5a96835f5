/** What we may do with the rows of a source, and whom to credit. Policy is data here; code asks it row by row. */
export type Source = {
  key: string
  name: string
  /** SPDX identifier of the rows that carry none of their own. */
  license: string
  attribution: string
  isExportable: boolean
  isSample: boolean
}

export const sources = {
  overture: {
    key: 'overture',
    name: 'Overture Maps',
    license: 'CDLA-Permissive-2.0',
    attribution: 'Overture Maps Foundation, overturemaps.org, and the sources that each place names',
    isExportable: true,
    isSample: false,
  },
  csv: {
    key: 'csv',
    name: 'Own list',
    license: 'Operator-supplied',
    attribution: 'List supplied by the operator of this service',
    isExportable: true,
    isSample: false,
  },
  demo: {
    key: 'demo',
    name: 'Sample data',
    license: 'Fictional',
    attribution: 'Fictional businesses for trying the product',
    isExportable: true,
    isSample: true,
  },
} as const satisfies Record<string, Source>

export type SourceKey = keyof typeof sources
