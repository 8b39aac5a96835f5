import { Fragment } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { SuggestInput } from '../../features/searches/suggest-input.tsx'
import { Field } from '../../shared/ui/field.tsx'

const examples = ['Restaurants', 'Plumbers', 'Marketing Agencies', 'Medical Clinics']

export function CategoryField() {
  const { register, setValue, setFocus, formState } = useFormContext<SearchForm>()
  const [location, radius] = useWatch<SearchForm, ['location', 'radius']>({ name: ['location', 'radius'] })
  const near = location.trim()
  const take = (category: string) => {
    setValue('businessType', category, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <div className="col-span-full md:col-span-1 xl:col-span-full">
      <Field label="Business Category" error={formState.errors.businessType?.message}>
        {props => (
          <SuggestInput
            {...props}
            {...register('businessType')}
            kind="category"
            near={near === '' ? undefined : near}
            radius={radius}
            onChoose={take}
            placeholder="Enter business category or industry"
          />
        )}
      </Field>
      {/* Balanced: if they take two lines, as on phones, both are about equally long. */}
      <p className="mt-1 text-xs text-balance text-ink-3">
        Examples:
        {examples.map(example => (
          <Fragment key={example}>
            {' '}
            <button
              type="button"
              onClick={() => {
                take(example)
                setFocus('location')
              }}
              className="mr-1.5 rounded-sm py-1 text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3 touch:mr-3 touch:min-h-11"
            >
              {example}
            </button>
          </Fragment>
        ))}
      </p>
    </div>
  )
}
