import { useFormContext } from 'react-hook-form'
import type { SearchForm } from '#contract/searches.ts'
import { SuggestInput } from '../../features/searches/suggest-input.tsx'
import { Field } from '../../shared/ui/field.tsx'

/** `near` is the place of the search on screen: of two towns with the same name, the nearer one is suggested first. */
export function LocationField({ near }: { near: string | undefined }) {
  const { register, setValue, formState } = useFormContext<SearchForm>()
  return (
    <Field label="Location" error={formState.errors.location?.message}>
      {props => (
        <SuggestInput
          {...props}
          {...register('location')}
          kind="place"
          near={near}
          onChoose={place => setValue('location', place, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          placeholder="City, State or ZIP"
        />
      )}
    </Field>
  )
}
