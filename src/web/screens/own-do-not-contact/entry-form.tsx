import { type DoNotContactEntriesAdded, DoNotContactEntriesInput } from '#contract/leads/do-not-contact.ts'
import { plans } from '#contract/plans.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { count } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Textarea } from '../../shared/ui/input.tsx'
import { useAddEntries } from './own-do-not-contact.queries.ts'

export function EntryForm() {
  const add = useAddEntries()
  const { doNotContactEntries } = plans[useUser().subscriptionTier]
  const { register, handleSubmit, setError, reset, formState } = useForm<DoNotContactEntriesInput>({
    resolver: zodResolver(DoNotContactEntriesInput),
    defaultValues: { text: '' },
  })
  const submit = handleSubmit(({ text }) =>
    add.mutate(text, {
      onSuccess: () => reset(),
      onError: error => setError('text', { message: messageOf(error, 'Please try again.') }, { shouldFocus: true }),
    }),
  )
  return (
    <form noValidate aria-labelledby="add-title" onSubmit={event => void submit(event)} className="flex flex-col gap-4">
      <h2 id="add-title" className="text-base font-semibold">
        Add to the list
      </h2>
      <Field
        label="Phones, emails, or domains"
        error={formState.errors.text?.message}
        hint={`One per line, or pasted from a spreadsheet. To add leads, select them and choose Do Not Contact. Your plan includes ${count(doNotContactEntries, 'entry', 'entries')}.`}
      >
        {props => (
          <Textarea
            {...props}
            {...register('text')}
            placeholder={'(303) 440-0000\nann@annplumbing.example\nannplumbing.example'}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" isLoading={add.isPending}>
        Add
      </Button>
      {add.data && <Outcome outcome={add.data} />}
    </form>
  )
}

function Outcome({ outcome: { added, known, unusable, examples } }: { outcome: DoNotContactEntriesAdded }) {
  return (
    <Alert tone={unusable > 0 ? 'warning' : 'info'} live="status">
      <p className="tabular-nums">
        {[
          `${count(added, 'entry', 'entries')} added.`,
          known > 0 && `${count(known, 'entry was', 'entries were')} on the list.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {unusable > 0 && (
        <>
          <p className="mt-1">
            {count(unusable, 'entry is', 'entries are')} not a phone number, an email, or the domain of one business:
          </p>
          <ul className="mt-1 wrap-anywhere">
            {examples.map((text, index) => (
              // The same words can come twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{text}</li>
            ))}
            {unusable > examples.length && <li>and {count(unusable - examples.length, 'other')}</li>}
          </ul>
        </>
      )}
    </Alert>
  )
}
