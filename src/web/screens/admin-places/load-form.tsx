import { PlaceLoadInput } from '#contract/places/place-loads.ts'
import { useAddressValue } from '../../shared/address.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useStartLoad } from './admin-places.queries.ts'

const usualMiles = 25
const radii = [10, 25, 50, 100].map(miles => ({ value: miles, label: `${miles} miles around it` }))

/** Starts loading the real places of an area. The link from a search without results fills in its place. */
export function LoadForm() {
  const location = useAddressValue('location')
  const start = useStartLoad()
  const { register, handleSubmit, setError, resetField, formState } = useForm<PlaceLoadInput>({
    resolver: zodResolver(PlaceLoadInput),
    defaultValues: { location, miles: usualMiles },
  })
  const submit = handleSubmit(input =>
    start.mutate(input, {
      onSuccess: () => resetField('location', { defaultValue: '' }),
      onError: error => {
        const issue = problemOf(error)?.issues?.find(({ path }) => path === 'location')
        if (issue) setError('location', { message: issue.message }, { shouldFocus: true })
      },
    }),
  )
  return (
    <form
      noValidate
      aria-labelledby="load-title"
      onSubmit={event => void submit(event)}
      className="flex flex-col gap-4"
    >
      <div>
        <h2 id="load-title" className="text-base font-semibold">
          Load real data
        </h2>
        <p className="mt-1 text-sm text-pretty text-ink-2">
          Downloads this area from the newest Overture Maps release. It runs in the background; searches keep working.
        </p>
      </div>
      <Field label="Town, ZIP or state" error={formState.errors.location?.message}>
        {props => <Input {...props} {...register('location')} placeholder="Austin, TX" autoComplete="off" />}
      </Field>
      <Field label="Area" hint="A state is loaded as a whole">
        {props => (
          <Select
            {...props}
            {...register('miles', { valueAsNumber: true })}
            defaultValue={usualMiles}
            options={radii}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={start.isPending}>
        Load
      </Button>
    </form>
  )
}
