import { placeFaults, PlaceOverrideInput } from '#contract/admin/place-overrides.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { capitalized } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useWithhold } from './place-overrides.queries.ts'

const faults = placeFaults.map(fault => ({ value: fault, label: capitalized(reasonNames[fault]) }))

/** Takes a place out of searches without a report. */
export function OverrideForm() {
  const withhold = useWithhold()
  const { register, handleSubmit, setError, reset, formState } = useForm<PlaceOverrideInput>({
    resolver: zodResolver(PlaceOverrideInput),
    defaultValues: { placeKey: '', fault: 'closed' },
  })
  const submit = handleSubmit(input =>
    withhold.mutate(input, {
      onSuccess: () => reset(),
      onError: error => setError('placeKey', { message: messageOf(error, 'Please try again.') }, { shouldFocus: true }),
    }),
  )
  return (
    <form
      noValidate
      aria-labelledby="withhold-title"
      onSubmit={event => void submit(event)}
      className="flex flex-col gap-4"
    >
      <h2 id="withhold-title" className="text-base font-semibold">
        Withhold a place
      </h2>
      <Field
        label="Key of the place"
        error={formState.errors.placeKey?.message}
        hint="Searches stop finding it until a release says something else."
      >
        {props => <Input {...props} {...register('placeKey')} placeholder="overture:08f2…" autoComplete="off" />}
      </Field>
      <Field label="What is wrong" error={formState.errors.fault?.message}>
        {props => <Select {...props} {...register('fault')} options={faults} />}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={withhold.isPending}>
        Withhold
      </Button>
    </form>
  )
}
