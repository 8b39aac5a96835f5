import { defaultColumns, type ExportColumn, exportColumns } from '#contract/leads/export-columns.ts'
import {
  type ExportFormat,
  exportFormatNames,
  exportFormats,
  hasChosenColumns,
} from '#contract/leads/export-formats.ts'
import { exportPreset, type ExportPresetName, exportPresetNames } from '#contract/leads/export-presets.ts'
import { keep, kept } from '../../shared/kept.ts'
import { createStore } from '../../shared/store.ts'

export type ExportKind = ExportFormat | ExportPresetName
type ExportChoice = { kind: ExportKind; columns: readonly ExportColumn[] }

const KEY = 'export-choice'
const kinds: readonly ExportKind[] = [...exportFormatNames, ...exportPresetNames]

const isFormat = (kind: ExportKind): kind is ExportFormat => kind in exportFormats
/** The preset with this name; undefined for a format. */
export const presetOf = (kind: ExportKind) => (isFormat(kind) ? undefined : exportPreset(kind))

export const exportKinds = kinds.map(value => ({
  value,
  label: isFormat(value) ? exportFormats[value].label : exportPreset(value).label,
}))

export const choosesColumns = (kind: ExportKind): boolean => isFormat(kind) && hasChosenColumns(kind)

function storedChoice(): ExportChoice {
  const [kind, ...columns] = kept(KEY)?.split(',') ?? []
  const known = exportColumns.filter(column => columns.includes(column))
  return { kind: kinds.find(one => one === kind) ?? 'xlsx', columns: known.length === 0 ? defaultColumns : known }
}

const choice = createStore<ExportChoice>(storedChoice())

const groupNames = ['Contact', 'Place', 'Your work', 'Sources and dates'] as const
/** The group of each column that is not with the contacts. */
const groupOf: { [Name in ExportColumn]?: (typeof groupNames)[number] } = {
  street: 'Place',
  city: 'Place',
  state: 'Place',
  postal_code: 'Place',
  latitude: 'Place',
  longitude: 'Place',
  distance_miles: 'Place',
  derived_location: 'Place',
  status: 'Your work',
  tags: 'Your work',
  follow_up_on: 'Your work',
  notes: 'Your work',
  lead_id: 'Your work',
  search_category: 'Your work',
  search_location: 'Your work',
  source: 'Sources and dates',
  source_license: 'Sources and dates',
  last_confirmed: 'Sources and dates',
  first_seen_on: 'Sources and dates',
  still_listed: 'Sources and dates',
  kind_told_by: 'Sources and dates',
  attribution: 'Sources and dates',
  fact_sources: 'Sources and dates',
  website_checked_on: 'Sources and dates',
}
export const columnGroups = groupNames.map(name => ({
  name,
  columns: exportColumns.filter(column => (groupOf[column] ?? 'Contact') === name),
}))

/** The last choice of the export dialog. Kept on this device. */
export const useExportChoice = choice.useValue

export function chooseExport(change: Partial<ExportChoice>): void {
  const chosen = { ...choice.get(), ...change }
  choice.set(chosen)
  keep(KEY, [chosen.kind, ...chosen.columns].join(','))
}

/** The part of the request that describes the file. The default columns are not listed. */
export function exportForm({ kind, columns }: ExportChoice) {
  if (!isFormat(kind)) return { preset: kind }
  const isDefault = columns.length === defaultColumns.length && defaultColumns.every(name => columns.includes(name))
  return hasChosenColumns(kind) && !isDefault ? { format: kind, columns: [...columns] } : { format: kind }
}
