import type { ParquetRow } from './parquet-layout.ts'

// Conversions of unchecked values from source files. They return null or an empty value if the type is wrong.

export const recordOf = (value: unknown): ParquetRow =>
  typeof value === 'object' && value !== null ? (value as ParquetRow) : {}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
export const textsOf = (value: unknown): string[] => listOf(value).flatMap(text => textOf(text) ?? [])

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The date (YYYY-MM-DD) of a `Date`, or of a text that begins with a date. */
export function dateOf(value: unknown): string | null {
  const text = value instanceof Date ? value.toJSON() : textOf(value)
  return /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(text ?? '')?.[1] ?? null
}
