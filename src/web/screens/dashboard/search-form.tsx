import { useEffect, useRef } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import type { Choice } from '#contract/errors.ts'
import { UNLIMITED } from '#contract/plans.ts'
import type { SearchForm as SearchFormValues } from '#contract/searches/search-form.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { beingPrepared } from '../../features/searches/being-prepared.ts'
import { emptySearch, formIssues, hasOnlyOutlines } from '../../features/searches/search-criteria.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { lazySchema } from '../../shared/form/lazy-schema.ts'
import { showIssues, useForm } from '../../shared/form/use-form.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { useAsBar } from '../../shared/toast/use-as-bar.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { CategoryField } from './category-field.tsx'
import { LocationField } from './location-field.tsx'
import { SearchOptions } from './search-options.tsx'
import { type FilledFrom, useFilledForm } from './use-filled-form.ts'

const schema = lazySchema(async () => (await import('#contract/searches/search-form.ts')).SearchForm)
const SearchProblem = lazyPart(() => import('./search-problem.tsx'))
const SearchPreview = lazyPart(() => import('./search-preview.tsx'), { failed: null })

const radii = radiusMiles.options.map(miles => ({ value: miles, label: count(miles, 'mile') }))

type SearchFormProps = {
  /** True if the form is hidden on screens on which it would be above the results. */
  isClosed: boolean
  /** True if the user has opened it to edit the search. */
  isOpened: boolean
  isSearching: boolean
  isPreparing: boolean
  error: Error | null
  filledFrom: FilledFrom
  onSearch: (form: SearchFormValues) => void
}

export function SearchForm(props: SearchFormProps) {
  const { isClosed, isOpened, isSearching, isPreparing, error, filledFrom, onSearch } = props
  const { remainingSearches } = useUser()
  const form = useForm<SearchFormValues>({ resolver: schema.resolver, defaultValues: emptySearch })
  const { handleSubmit, setError, setFocus, setValue, formState } = form
  const { isDirty, isSubmitting } = formState
  const problem = problemOf(error)
  useEffect(() => {
    showIssues({ setError }, formIssues(problem))
  }, [problem, setError])

  useFilledForm(form, filledFrom)
  useEffect(() => {
    if (isOpened) setFocus('businessType')
  }, [isOpened, setFocus])

  const searchButton = useRef<HTMLButtonElement>(null)
  const bar = useAsBar('form')
  const submit = () => void handleSubmit(onSearch)()
  const searchFor = (choice: Choice) => {
    if ('location' in choice) setValue('location', choice.location)
    else setValue('businessType', choice.category)
    // The clicked choice disappears, so the focus moves to the button that now runs the search.
    searchButton.current?.focus({ preventScroll: true })
    submit()
  }
  return (
    <FormProvider {...form}>
      <form
        {...schema.formProps}
        aria-label="Find Business Leads"
        data-closed={isClosed || undefined}
        className="flex flex-col gap-4 **:scroll-mb-46 max-xl:data-closed:hidden xl:beside:hidden xl:tall:sticky xl:tall:top-20 print:hidden"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-base font-semibold">Find Business Leads</h2>
          {remainingSearches !== UNLIMITED && (
            <p className="text-sm whitespace-nowrap text-ink-3 tabular-nums xl:text-xs">
              {formatNumber(remainingSearches)} searches remaining
            </p>
          )}
        </div>
        <div className="grid grid-cols-[3fr_2fr] gap-4 md:grid-cols-[2fr_2fr_1fr] xl:grid-cols-[3fr_2fr]">
          <CategoryField />
          <LocationField near={filledFrom.shown?.search.location} />
          <RadiusField />
        </div>
        {problem && !isSearching && (
          <SearchProblem problem={problem} location={form.getValues('location')} onChoose={searchFor} />
        )}
        <SearchOptions />
        {/* Stays in view, also with notices above the form. Toasts do not cover it. */}
        <div
          ref={bar}
          className="sticky bottom-0 -mt-4 flex flex-col gap-2 bg-canvas pt-4 md:items-start md:pb-4 low:static xl:items-stretch"
        >
          {isSearching && (
            <Alert live="status">
              Searching... Finding business leads. This may take a moment...{isPreparing && ` ${beingPrepared}`}
            </Alert>
          )}
          <Button ref={searchButton} type="submit" variant="primary" size="lg" isLoading={isSearching || isSubmitting}>
            {isSearching ? 'Searching...' : 'Search for Leads'}
          </Button>
          {/* Has a minimum height, so that nothing moves when the text appears. */}
          <output className="min-h-10 text-center text-sm text-balance text-ink-2 tabular-nums md:min-h-5 md:text-left xl:min-h-10 xl:text-center">
            {isDirty && <SearchPreview />}
          </output>
        </div>
      </form>
    </FormProvider>
  )
}

function RadiusField() {
  const { register, control, formState } = useFormContext<SearchFormValues>()
  const [location, outlines] = useWatch({ control, name: ['location', 'outlines'] })
  return (
    <Field
      label="Search Radius"
      error={formState.errors.radius?.message}
      hint={hasOnlyOutlines({ location, outlines }) ? 'Not used for drawn areas' : undefined}
    >
      {props => (
        <Select
          {...props}
          {...register('radius', { valueAsNumber: true })}
          defaultValue={radiusMiles.default}
          options={radii}
        />
      )}
    </Field>
  )
}
