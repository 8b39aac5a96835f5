import { SuppressionInput } from '#contract/places/suppression.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { useAddEntry } from './do-not-contact.queries.ts'

export function EntryForm() {
  const add = useAddEntry()
  const { register, handleSubmit, setError, reset, formState } = useForm<SuppressionInput>({
    resolver: zodResolver(SuppressionInput),
    defaultValues: { value: '', reason: '' },
  })
  const submit = handleSubmit(({ value, reason }) =>
    add.mutate(
      { value, ...(reason ? { reason } : {}) },
      {
        onSuccess: entry => {
          reset()
          showToast({ title: 'Added to the list', description: entry.value })
        },
        onError: error => setError('value', { message: messageOf(error, 'Please try again.') }, { shouldFocus: true }),
      },
    ),
  )
  return (
    <form noValidate aria-labelledby="add-title" onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <h2 id="add-title" className="text-base font-semibold">
        Add to the list
      </h2>
      <Field
        label="Phone, email, domain, or place"
        error={formState.errors.value?.message}
        hint="For a place, its key, such as overture:08f2…"
      >
        {props => <Input {...props} {...register('value')} placeholder="(303) 440-0000" autoComplete="off" />}
      </Field>
      <Field label="Reason" isOptional error={formState.errors.reason?.message}>
        {props => <Input {...props} {...register('reason')} autoComplete="off" />}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={add.isPending}>
        Add
      </Button>
    </form>
  )
}
