import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { placeFaults, PlaceOverrideInput } from '#contract/admin/place-overrides.ts'
import { reasonNames } from '#contract/leads/lead-report.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { zodResolver } from '../../shared/form/validation.ts'
import { capitalized } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { AdminOnly } from '../../shared/session/admin-only.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { OverrideList } from './override-list.tsx'
import { overridesRead, useWithhold } from './place-overrides.queries.ts'
import { queueRead } from './report-queue.queries.ts'
import { ReportQueue } from './report-queue.tsx'

export default function LeadReportsScreen() {
  return (
    <AdminOnly>
      <LeadReports />
    </AdminOnly>
  )
}

function LeadReports() {
  useTitle(titled('Reports of leads'))
  const isQueueWaiting = !useQuery(queueRead).isFetched
  const isListWaiting = !useQuery(overridesRead).isFetched
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <TextLink href={paths.admin}>Admin Dashboard</TextLink>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">Reports of leads</h1>
      <p className="mt-1.5 max-w-2xl text-pretty text-ink-2">
        Reports that no release or second account proves, and that exceed fair use, wait here. After a credit, the lead
        no longer counts toward the plan and loses its contacts. A correction concerns everyone: if two independent
        accounts report the same, the score of the place is limited, and with three, searches no longer find it.
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <ReportQueue />
          {/* Not drawn below lists that are still growing. */}
          <div className={clsx(isQueueWaiting && 'invisible')}>
            <OverrideList />
          </div>
        </div>
        <div className={clsx((isQueueWaiting || isListWaiting) && 'max-lg:invisible')}>
          <OverrideForm />
        </div>
      </div>
    </div>
  )
}

const faults = placeFaults.map(fault => ({ value: fault, label: capitalized(reasonNames[fault]) }))

/** Takes a place out of searches although no user has reported it. */
function OverrideForm() {
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
