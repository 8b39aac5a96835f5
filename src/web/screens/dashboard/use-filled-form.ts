import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SearchForm } from '#contract/searches/search-form.ts'
import type { LoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import { formOf } from '../../features/searches/search-criteria.ts'
import { useAddressValue } from '../../shared/address.ts'

export type FilledFrom = {
  /** The search on screen. If it was opened from a link or the history, the form gets its words and filters. */
  shown: LoadedSearch | undefined
  /** The id of the last search that ran here. The form already has its words and filters. */
  ranId: number | undefined
  /** A search that was chosen elsewhere on the screen. */
  chosen: SearchForm | undefined
}

type Form = UseFormReturn<SearchForm>

/** Fills in the search form from the search on screen, from a choice, or from a link with a category and a place. */
export function useFilledForm({ reset, setValue }: Form, { shown, ranId, chosen }: FilledFrom): void {
  const filledFor = useRef<number>(undefined)
  const filledForRun = useRef<number>(undefined)
  useEffect(() => {
    if (shown === undefined || shown.search.id === filledFor.current) return
    filledFor.current = shown.search.id
    const isFromForm = shown.search.id === ranId && filledForRun.current !== ranId
    filledForRun.current = ranId
    if (isFromForm) return
    reset(formOf(shown), { keepDefaultValues: true, keepDirty: true })
  }, [shown, ranId, reset])

  useEffect(() => {
    if (chosen) reset(chosen, { keepDefaultValues: true })
  }, [chosen, reset])

  const [category, place] = [useAddressValue('category'), useAddressValue('place')]
  useEffect(() => {
    if (category !== '') setValue('businessType', category, { shouldDirty: true })
    if (place !== '') setValue('location', place, { shouldDirty: true })
  }, [category, place, setValue])
}
