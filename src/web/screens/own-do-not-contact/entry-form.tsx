import { type DoNotContactEntriesAdded, DoNotContactEntriesInput } from '#contract/leads/do-not-contact.ts'
import { plans } from '#contract/plans.ts'
import { TextareaField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { TitledForm } from '../../shared/form/titled-form.tsx'
import { showRefusalAt } from '../../shared/form/use-form.ts'
import { count, sentences } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { useAddEntries } from './own-do-not-contact.queries.ts'

export function EntryForm() {
  const add = useAddEntries()
  const { doNotContactEntries } = plans[useUser().subscriptionTier]
  const form = useSchemaForm(DoNotContactEntriesInput, { text: '' })
  const submit = form.handleSubmit(({ text }) =>
    add.mutate(text, { onSuccess: () => form.reset(), onError: error => showRefusalAt(form, 'text', error) }),
  )
  return (
    <div className="flex flex-col gap-4">
      <TitledForm title="Add to the list" action="Add" isBusy={add.isPending} onSubmit={submit}>
        <TextareaField
          form={form}
          name="text"
          label="Phones, emails, or domains"
          hint={`One per line, or pasted from a spreadsheet. To add leads, select them and choose Do Not Contact. Your plan includes ${count(doNotContactEntries, 'entry', 'entries')}.`}
          placeholder={'(303) 440-0000\nann@annplumbing.example\nannplumbing.example'}
          autoComplete="off"
          spellCheck={false}
        />
      </TitledForm>
      {add.data && <Outcome outcome={add.data} />}
    </div>
  )
}

function Outcome({ outcome: { added, known, unusable, examples } }: { outcome: DoNotContactEntriesAdded }) {
  return (
    <Alert tone={unusable > 0 ? 'warning' : 'info'} live="status">
      <p className="tabular-nums">
        {sentences([
          `${count(added, 'entry', 'entries')} added.`,
          known > 0 && `${count(known, 'entry was', 'entries were')} on the list.`,
        ])}
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
