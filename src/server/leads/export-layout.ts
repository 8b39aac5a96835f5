import { defaultColumns, type ExportColumn } from '#contract/leads/export-columns.ts'
import { type ExportFormat, exportFormats, hasChosenColumns } from '#contract/leads/export-formats.ts'
import { exportPreset, type ExportPresetName } from '#contract/leads/export-presets.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'
import { type ExportRow, exportRow, type RowContext } from './export-row.rules.ts'
import { type ExportWriter, exportWriters, programCsv } from './export-writers.ts'
import type { LineKind } from './export.repository.ts'
import { presetRow } from './preset-row.rules.ts'

export type ExportLayout = {
  /** The preset's name, which is part of the file name. Null if the file is not for another product. */
  preset: ExportPresetName | null
  extension: string
  mediaType: string
  columns: readonly string[]
  /** Converts a lead to a row. Returns null if the file leaves the lead out. */
  rowOf: (lead: Lead, context: RowContext) => ExportRow | null
  needsEmail: boolean
  writer: ExportWriter
  /** How the database can write the rows itself, which takes a twelfth of the CPU time. Null if it cannot. */
  writtenByDatabase: LineKind | null
}

const databaseLines: Partial<Record<ExportFormat, LineKind>> = { csv: 'csv', xlsx: 'cells' }

type Form = {
  format?: ExportFormat | null | undefined
  preset?: ExportPresetName | null | undefined
  columns?: readonly ExportColumn[] | null | undefined
}

export function exportLayout({ format, preset, columns }: Form): ExportLayout {
  if (preset != null) {
    if (format != null || columns != null)
      throw invalidInput(format == null ? 'columns' : 'format', 'A preset has its own format and columns')
    return presetLayout(preset)
  }
  const name = format ?? 'csv'
  if (columns != null && !hasChosenColumns(name)) throw invalidInput('columns', 'This format has its own fields')
  const chosen = columns ?? defaultColumns
  return {
    preset: null,
    ...exportFormats[name],
    columns: chosen,
    rowOf: (lead, context) => exportRow(lead, context, chosen),
    needsEmail: false,
    writer: exportWriters[name],
    writtenByDatabase: columns == null ? (databaseLines[name] ?? null) : null,
  }
}

function presetLayout(name: ExportPresetName): ExportLayout {
  const preset = exportPreset(name)
  return {
    preset: name,
    ...exportFormats[preset.format],
    columns: preset.columns.map(({ header }) => header),
    rowOf: lead => presetRow(lead, preset),
    needsEmail: preset.needs === 'email',
    writer: preset.format === 'csv' ? programCsv : exportWriters[preset.format],
    writtenByDatabase: null,
  }
}
