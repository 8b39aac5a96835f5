import { placeFaults, PlaceOverrideInput } from '#contract/admin/place-overrides.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { SelectField, TextField } from '../../shared/form/form-fields.tsx'
import { useSchemaForm } from '../../shared/form/schema-form.ts'
import { TitledForm } from '../../shared/form/titled-form.tsx'
import { showRefusalAt } from '../../shared/form/use-form.ts'
import { capitalized } from '../../shared/format.ts'
import { adminOnly } from '../../shared/session/admin-only.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { OverrideList } from './override-list.tsx'
import { useWithhold } from './place-overrides.queries.ts'
import { ReportQueue } from './report-queue.tsx'

export default adminOnly(LeadReports)

function LeadReports() {
  return (
    <WorkPage
      parent="admin"
      title="Reports of leads"
      about="Reports that no release or second account proves, and that exceed fair use, wait here. After a credit, the lead no longer counts toward the plan and loses its contacts. A correction concerns everyone: if two independent accounts report the same, the score of the place is limited, and with three, searches no longer find it."
    >
      <div className="group mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <ReportQueue />
          <OverrideList />
        </div>
        {/* Where it is below the lists, it is hidden until they have loaded. */}
        <div className="max-lg:[.group:has([data-loading])_&]:invisible">
          <OverrideForm />
        </div>
      </div>
    </WorkPage>
  )
}

const faults = placeFaults.map(fault => ({ value: fault, label: capitalized(reasonNames[fault]) }))

/** Takes a place out of searches although no user has reported it. */
function OverrideForm() {
  const withhold = useWithhold()
  const form = useSchemaForm(PlaceOverrideInput, { placeKey: '', fault: 'closed' })
  const submit = form.handleSubmit(input =>
    withhold.mutate(input, {
      onSuccess: () => form.reset(),
      onError: error => showRefusalAt(form, 'placeKey', error),
    }),
  )
  return (
    <TitledForm title="Withhold a place" action="Withhold" isBusy={withhold.isPending} onSubmit={submit}>
      <TextField
        form={form}
        name="placeKey"
        label="Key of the place"
        hint="Searches stop finding it until a release says something else."
        placeholder="overture:08f2…"
        autoComplete="off"
      />
      <SelectField form={form} name="fault" label="What is wrong" options={faults} />
    </TitledForm>
  )
}
