import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'wouter'
import { allowsFeature, plansWith } from '#contract/plans.ts'
import {
  type FilterName,
  searchFilters,
  type YesNoFilterName,
  yesNoFilterNames,
} from '#contract/searches/search-filters.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { firstSeenChoices, minQualities, minRatings, sortOptions } from '#contract/searches/search-options.ts'
import { choiceWords } from '../../features/searches/search-words.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useCountNote } from './filter-counts.ts'

type Option = { value: string; label: string }

/** The choices, and the value of a search that was not made with this form. */
const withChosen = (name: FilterName, options: readonly Option[], value: string | undefined): readonly Option[] =>
  !value || options.some(option => option.value === value)
    ? options
    : [...options, { value, label: choiceWords(name, Number(value)) }]

/** Every plan can sort. Every plan also sees the filters, disabled if the plan does not include them. */
export function SearchOptions() {
  const { register, formState, watch } = useFormContext<SearchForm>()
  const { errors } = formState
  const { subscriptionTier } = useUser()
  const [isOpen, setOpen] = useState(false)
  const isLocked = !allowsFeature(subscriptionTier, 'advancedFilters')
  const countNote = useCountNote()
  const labelOf = (name: FilterName) => ({ label: searchFilters[name].label, error: errors[name]?.message })
  /** Each option says what it would leave, as far as that is counted. */
  const choice = (name: 'minRating' | 'minQuality' | 'firstSeenWithinDays', options: readonly Option[]) => (
    <Field key={name} {...labelOf(name)}>
      {props => (
        <Select
          {...props}
          {...register(name)}
          disabled={isLocked}
          options={withChosen(name, options, watch(name)).map(({ value, label }) => ({
            value,
            label: `${label}${countNote(name, Number(value))}`,
          }))}
        />
      )}
    </Field>
  )
  const fields: Record<Exclude<FilterName, YesNoFilterName>, ReactNode> = {
    minRating: choice('minRating', minRatings),
    minQuality: choice('minQuality', minQualities),
    firstSeenWithinDays: choice('firstSeenWithinDays', firstSeenChoices),
    keywords: (
      <div key="keywords" className="col-span-full">
        <Field {...labelOf('keywords')}>
          {props => (
            <Input
              {...props}
              {...register('keywords')}
              disabled={isLocked}
              placeholder="E.g., family-owned, established"
              autoComplete="off"
            />
          )}
        </Field>
      </div>
    ),
  }
  const { minRating, ...otherFields } = fields
  return (
    <fieldset className="min-w-0 rounded-lg border border-line px-4 pt-3 pb-4">
      <legend className="-ml-1 px-1 text-sm font-medium">Search Options</legend>
      {/* On a phone, the button to search would be below the fold otherwise. */}
      {!isOpen && (
        <Button variant="link" size="inline" className="text-sm md:hidden" onClick={() => setOpen(true)}>
          Rating, order, keywords, and more
        </Button>
      )}
      <div className={clsx(!isOpen && 'max-md:hidden')}>
        <div className="grid grid-cols-2 gap-4 md:grid-cols-4 xl:grid-cols-2">
          {minRating}
          <Field label="Sort Results By" error={errors.sortBy?.message}>
            {props => <Select {...props} {...register('sortBy')} options={sortOptions} />}
          </Field>
          {Object.values(otherFields)}
        </div>
        {/* In columns, so that nothing moves when the counts appear. */}
        <div className="mt-4 grid gap-x-6 gap-y-2 md:grid-cols-3 xl:grid-cols-1">
          {yesNoFilterNames.map(name => (
            <Checkbox
              key={name}
              label={
                <>
                  {searchFilters[name].label}
                  <span className="text-ink-3 tabular-nums">{countNote(name, true)}</span>
                </>
              }
              disabled={isLocked}
              {...register(name)}
            />
          ))}
        </div>
        <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
          <Checkbox label="Leave out leads I have and businesses I know" {...register('skipOwned')} />
          <Field label="Use at most" error={errors.maxNewPulls?.message}>
            {props => (
              <span className="flex items-center gap-2 text-sm text-ink-2">
                <Input
                  {...props}
                  {...register('maxNewPulls')}
                  inputMode="numeric"
                  placeholder="All"
                  autoComplete="off"
                  className="max-w-24 tabular-nums"
                />
                pulls
              </span>
            )}
          </Field>
        </div>
        {isLocked && (
          <p className="mt-3 flex items-start gap-2 text-xs text-ink-3">
            <Lock className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            <span>
              Filters are part of the{' '}
              <Link href={paths.subscription} className="font-medium text-accent-ink underline underline-offset-4">
                {plansWith('advancedFilters')}
              </Link>{' '}
              plans.
            </span>
          </p>
        )}
      </div>
    </fieldset>
  )
}
