import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { allowsFeature, plansWith } from '#contract/plans.ts'
import { type FilterName, searchFilters, type YesNoFilterName } from '#contract/searches/search-filters.ts'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { firstSeenChoices, minQualities, minRatings, sortOptions } from '#contract/searches/search-options.ts'
import { emptySearch } from '../../features/searches/search-criteria.ts'
import { choiceWords } from '../../features/searches/search-words.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useCountNote } from './filter-counts.ts'

type Option = { value: string; label: string }
type ChoiceName = 'minRating' | 'minQuality' | 'firstSeenWithinDays'
type Locked = { isLocked: boolean }

/** Where each filter is: with the usual options, or behind "More filters". */
const placeOf: Record<FilterName, 'options' | 'more'> = {
  minRating: 'options',
  keywords: 'options',
  hasWebsite: 'options',
  hasPhoneNumber: 'options',
  minQuality: 'more',
  firstSeenWithinDays: 'more',
  hasEmail: 'more',
  withoutWebsite: 'more',
  independentOnly: 'more',
  clearMatchesOnly: 'more',
}
const filtersIn = (place: 'options' | 'more') =>
  (Object.keys(placeOf) as FilterName[]).filter(name => placeOf[name] === place)
const usual = ['sortBy', ...filtersIn('options')] as const
const more = [...filtersIn('more'), 'skipOwned', 'maxNewPulls'] as const
const yesNoIn = (place: 'options' | 'more') =>
  filtersIn(place).filter((name): name is YesNoFilterName => searchFilters[name].takes === 'yes or no')

/** How many of these fields differ from an empty form. */
function useCountSet(names: readonly (keyof SearchForm)[]): number {
  const values = useWatch<SearchForm>({ name: [...names] })
  return names.filter((name, index) => values[index] !== emptySearch[name]).length
}

/** Every plan can sort. Every plan also sees the filters, disabled if the plan does not include them. */
export function SearchOptions() {
  const { subscriptionTier } = useUser()
  const isLocked = !allowsFeature(subscriptionTier, 'advancedFilters')
  return (
    <fieldset className="min-w-0 rounded-lg border border-line px-4 pt-3 pb-4">
      <legend className="-ml-1 px-1 text-sm font-medium">Search Options</legend>
      {/* On a phone, the button to search would be below the fold otherwise. */}
      <Disclosure
        words="Rating, order, keywords, and more"
        names={[...usual, ...more]}
        buttonClassName="md:hidden"
        className="max-md:mt-3"
        closedClassName="max-md:hidden"
      >
        {isLocked && <LockLine />}
        <UsualOptions isLocked={isLocked} />
        <div className="mt-4 border-t border-line pt-3">
          <Disclosure words="More filters" names={more} className="mt-4" closedClassName="hidden">
            <MoreFilters isLocked={isLocked} />
          </Disclosure>
        </div>
      </Disclosure>
    </fieldset>
  )
}

type DisclosureProps = {
  words: string
  /** The fields in it. The button says how many of them are set. */
  names: readonly (keyof SearchForm)[]
  buttonClassName?: string
  className: string
  closedClassName: string
  children: ReactNode
}

function Disclosure({ words, names, buttonClassName, className, closedClassName, children }: DisclosureProps) {
  const [wantsOpen, setOpen] = useState(false)
  const { errors } = useFormState<SearchForm>()
  const id = useId()
  const set = useCountSet(names)
  const isOpen = wantsOpen || names.some(name => errors[name] !== undefined)
  return (
    <>
      <Button
        variant="link"
        size="inline"
        className={clsx('text-sm', buttonClassName)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{words}</span>
        {set > 0 && <span className="tabular-nums">{`· ${set} set`}</span>}
      </Button>
      <div id={id} className={clsx(className, !isOpen && closedClassName)}>
        {children}
      </div>
    </>
  )
}

const LockLine = () => (
  <p className="mb-3 flex items-start gap-2 text-xs text-ink-3">
    <Lock className="mt-px size-3.5 shrink-0" />
    <span>
      Filters are part of the <TextLink href={paths.subscription}>{plansWith('advancedFilters')}</TextLink> plans.
    </span>
  </p>
)

function UsualOptions({ isLocked }: Locked) {
  const { register, formState } = useFormContext<SearchForm>()
  const { errors } = formState
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <ChoiceField name="minRating" options={minRatings} isLocked={isLocked} />
        <Field label="Sort Results By" error={errors.sortBy?.message}>
          {props => <Select {...props} {...register('sortBy')} options={sortOptions} />}
        </Field>
        <div className="col-span-full">
          <Field label={searchFilters.keywords.label} error={errors.keywords?.message}>
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
      </div>
      <YesNoFilters names={yesNoIn('options')} isLocked={isLocked} />
    </>
  )
}

function MoreFilters({ isLocked }: Locked) {
  const { register, formState } = useFormContext<SearchForm>()
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <ChoiceField name="minQuality" options={minQualities} isLocked={isLocked} />
        <ChoiceField name="firstSeenWithinDays" options={firstSeenChoices} isLocked={isLocked} />
      </div>
      <YesNoFilters names={yesNoIn('more')} isLocked={isLocked} />
      <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
        <Checkbox label="Leave out leads I have and businesses I know" {...register('skipOwned')} />
        <Field label="Use at most" error={formState.errors.maxNewPulls?.message}>
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
              new leads
            </span>
          )}
        </Field>
      </div>
    </>
  )
}

/** The options, and the current value if they lack it, as in a search that an API call ran. */
const withChosen = (name: FilterName, options: readonly Option[], value: string | undefined): readonly Option[] =>
  !value || options.some(option => option.value === value)
    ? options
    : [...options, { value, label: choiceWords(name, Number(value)) }]

type ChoiceFieldProps = Locked & { name: ChoiceName; options: readonly Option[] }

/** Each option says how many places it would leave, if that was counted. */
function ChoiceField({ name, options, isLocked }: ChoiceFieldProps) {
  const { register, formState, watch } = useFormContext<SearchForm>()
  const countNote = useCountNote()
  return (
    <Field label={searchFilters[name].label} error={formState.errors[name]?.message}>
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
}

/** In columns, so that nothing moves when the counts appear. */
function YesNoFilters({ names, isLocked }: Locked & { names: readonly YesNoFilterName[] }) {
  const { register } = useFormContext<SearchForm>()
  const countNote = useCountNote()
  return (
    <div className="mt-4 grid gap-x-6 gap-y-2 md:grid-cols-2 xl:grid-cols-1">
      {names.map(name => (
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
  )
}
