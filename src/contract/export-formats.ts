/** The formats of an export. `export-writers.ts` on the server writes each one. */
export const exportFormats = {
  csv: { label: 'CSV', extension: 'csv', mediaType: 'text/csv' },
  xlsx: {
    label: 'Excel (XLSX)',
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  json: { label: 'JSON', extension: 'json', mediaType: 'application/json' },
  ndjson: { label: 'JSON, one line per lead (NDJSON)', extension: 'ndjson', mediaType: 'application/x-ndjson' },
  vcf: { label: 'Address book (vCard)', extension: 'vcf', mediaType: 'text/vcard' },
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]

/** A vCard has its own fields. */
export const hasChosenColumns = (format: ExportFormat): boolean => format !== 'vcf'
