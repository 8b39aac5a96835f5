/** The formats of an export. `export-writers.ts` on the server writes each one. */
export const exportFormats = {
  csv: { extension: 'csv', mediaType: 'text/csv' },
  json: { extension: 'json', mediaType: 'application/json' },
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]
