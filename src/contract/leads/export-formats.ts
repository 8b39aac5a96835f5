type Format = {
  /** On screen. */
  label: string
  extension: string
  mediaType: string
  /** In the description of the API, after the name. */
  note: string
}

/** The formats of an export. `export-writers.ts` on the server writes each one. */
export const exportFormats = {
  csv: { label: 'CSV', extension: 'csv', mediaType: 'text/csv', note: 'default' },
  xlsx: {
    label: 'Excel (XLSX)',
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    note: 'Excel',
  },
  json: { label: 'JSON', extension: 'json', mediaType: 'application/json', note: 'an array of objects' },
  ndjson: {
    label: 'JSON, one line per lead (NDJSON)',
    extension: 'ndjson',
    mediaType: 'application/x-ndjson',
    note: 'one object per line',
  },
  vcf: { label: 'Address book (vCard)', extension: 'vcf', mediaType: 'text/vcard', note: 'vCard 3.0' },
} as const satisfies Record<string, Format>

export type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]

/** A vCard has its own fields. */
export const hasChosenColumns = (format: ExportFormat): boolean => format !== 'vcf'
