import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

test('the columns of the table, the export, and whether letters are shortcuts stay as chosen after a reload', async () => {
  const kept = { 'lead-columns': 'website,email', 'export-choice': 'hubspot,name,phone', letters: 'off' }
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
  // Another version had one more column.
  localStorage.setItem('export-choice', `${kept['export-choice']},gone`)
  const { chooseColumn, useChosenColumns } = await import('./lead-columns.ts')
  const { chooseExport, useExportChoice } = await import('./export-choice.ts')
  const { setLetterShortcuts, useLetterShortcuts } = await import('../../shared/use-key.ts')
  const { result } = renderHook(() => [useChosenColumns(), useExportChoice(), useLetterShortcuts()])
  expect(result.current).toEqual([['website', 'email'], { kind: 'hubspot', columns: ['name', 'phone'] }, false])
  localStorage.clear()
  chooseColumn('website', true)
  chooseExport({ columns: ['name', 'phone'] })
  setLetterShortcuts(false)
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual(kept)
})
