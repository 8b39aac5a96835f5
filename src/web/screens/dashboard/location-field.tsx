import type { ClipboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { plans } from '#contract/plans.ts'
import type { SearchForm } from '#contract/searches.ts'
import { SuggestInput } from '../../features/searches/suggest-input.tsx'
import { useUser } from '../../shared/session/session-user.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { startOfLastPlace } from './search-criteria.ts'

/**
 * One place, or several with semicolons between them. `near` is the place of the search on screen: of two towns with
 * the same name, the nearer one is suggested first.
 */
export function LocationField({ near }: { near: string | undefined }) {
  const { register, getValues, setValue, formState } = useFormContext<SearchForm>()
  const { areasPerSearch } = plans[useUser().subscriptionTier]
  const change = (location: string) =>
    setValue('location', location, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  // A field of one line would join the lines of a pasted list.
  const pasteList = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    change(value.slice(0, selectionStart ?? 0) + lines.join('; ') + value.slice(selectionEnd ?? value.length))
  }
  return (
    <Field
      label="Location"
      error={formState.errors.location?.message}
      hint={areasPerSearch > 1 ? `Up to ${areasPerSearch}, separated by “;”` : undefined}
    >
      {props => (
        <SuggestInput
          {...props}
          {...register('location')}
          kind="place"
          near={near}
          startOf={startOfLastPlace}
          onPaste={pasteList}
          onChoose={place => {
            const before = getValues('location').slice(0, startOfLastPlace(getValues('location')))
            change(before === '' ? place : `${before} ${place}`)
          }}
          placeholder="City, State or ZIP"
        />
      )}
    </Field>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
