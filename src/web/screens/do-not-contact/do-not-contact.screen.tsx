import { type Suppression, SuppressionInput } from '#contract/places/suppression.ts'
import { doNotContactEntryKinds, doNotContactEntryName } from '../../features/leads/do-not-contact-entry-name.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { TitledForm } from '../../shared/form/titled-form.tsx'
import { showRefusalAt } from '../../shared/form/use-form.ts'
import { formatDayOf } from '../../shared/format.ts'
import { adminOnly } from '../../shared/session/admin-only.tsx'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { FirstOf } from '../../shared/ui/decision-card.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { Cell, Row, staysInView, Table } from '../../shared/ui/table.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { entriesRead, useAddEntry, useRemoveEntry } from './do-not-contact.queries.ts'
import { RequestList } from './request-list.tsx'

export default adminOnly(DoNotContact)

function DoNotContact() {
  return (
    <WorkPage
      parent="admin"
      title="Do not contact"
      about="Businesses on this list do not appear in searches, pages, or exports, also after later imports. The leads of customers lose their contact details."
    >
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <EntryForm />
        <div className="flex min-w-0 flex-col gap-10">
          <RequestList />
          <EntryList />
        </div>
      </div>
    </WorkPage>
  )
}

function EntryForm() {
  const add = useAddEntry()
  const form = useSchemaForm(SuppressionInput, { value: '', reason: '' })
  const submit = form.handleSubmit(({ value, reason }) =>
    add.mutate(
      { value, ...(reason ? { reason } : {}) },
      {
        onSuccess: entry => {
          form.reset()
          showToast({ title: 'Added to the list', description: doNotContactEntryName(entry) })
        },
        onError: error => showRefusalAt(form, 'value', error),
      },
    ),
  )
  return (
    <TitledForm title="Add to the list" action="Add" isBusy={add.isPending} onSubmit={submit}>
      <TextField
        form={form}
        name="value"
        label="Phone, email, domain, or place"
        hint="For a place, its key, such as overture:08f2…"
        placeholder="(303) 440-0000"
        autoComplete="off"
      />
      <TextField form={form} name="reason" label="Reason" isOptional autoComplete="off" />
    </TitledForm>
  )
}

const EntryList = () => (
  <QuerySection title="On the list" loading="Loading the list" read={entriesRead}>
    {entries =>
      entries.length === 0 ? (
        <p className="text-sm text-ink-2">The list is empty.</p>
      ) : (
        <FirstOf items={entries} first={100}>
          {shown => (
            <Table label="Do-not-contact list" columns={['Kind', 'Entry', 'Reason', 'Since']} hasActions>
              {shown.map(entry => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </Table>
          )}
        </FirstOf>
      )
    }
  </QuerySection>
)

function Entry({ entry }: { entry: Suppression }) {
  const { id, kind, reason, createdAt } = entry
  const remove = useRemoveEntry()
  const name = doNotContactEntryName(entry)
  return (
    <Row>
      <Cell>
        <Badge>{doNotContactEntryKinds[kind]}</Badge>
      </Cell>
      <Cell className="min-w-48 font-medium wrap-anywhere">{name}</Cell>
      <Cell className="min-w-40 text-ink-2 wrap-anywhere">{reason}</Cell>
      <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</Cell>
      <Cell className={`text-right ${staysInView}`}>
        <SingleClickButton size="sm" variant="ghost" isLoading={remove.isPending} onClick={() => remove.mutate(id)}>
          Remove<span className="sr-only"> {name}</span>
        </SingleClickButton>
      </Cell>
    </Row>
  )
}
