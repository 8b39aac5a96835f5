import { useFormContext } from 'react-hook-form'
import type { SearchForm } from '#contract/searches.ts'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'

const examples = ['Restaurants', 'Plumbers', 'Marketing Agencies', 'Medical Clinics']

export function CategoryField() {
  const { register, setValue, setFocus, formState } = useFormContext<SearchForm>()
  const take = (example: string) => {
    setValue('businessType', example, { shouldValidate: formState.isSubmitted })
    setFocus('location')
  }
  return (
    <div className="col-span-full md:col-span-1 xl:col-span-full">
      <Field label="Business Category" error={formState.errors.businessType?.message}>
        {props => (
          <Input
            {...props}
            {...register('businessType')}
            placeholder="Enter business category or industry"
            autoComplete="off"
          />
        )}
      </Field>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 text-xs text-ink-3">
        Examples:
        {examples.map(example => (
          <button
            key={example}
            type="button"
            onClick={() => take(example)}
            className="rounded-sm py-0.5 text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3 touch:min-h-11 touch:px-1"
          >
            {example}
          </button>
        ))}
      </p>
    </div>
  )
}
