import { paths } from '../../shared/paths.ts'
import { AdminOnly } from '../../shared/session/admin-only.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import { RequestList } from './request-list.tsx'

export default function DoNotContactScreen() {
  return (
    <AdminOnly>
      <DoNotContact />
    </AdminOnly>
  )
}

function DoNotContact() {
  useTitle(titled('Do not contact'))
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <TextLink href={paths.admin}>Admin Dashboard</TextLink>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">Do not contact</h1>
      <p className="mt-1.5 max-w-2xl text-pretty text-ink-2">
        Businesses on this list do not appear in searches, pages, or exports, and stay out of every later import. Leads
        that customers already have lose their contact details.
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <EntryForm />
        <div className="flex min-w-0 flex-col gap-10">
          <RequestList />
          <EntryList />
        </div>
      </div>
    </div>
  )
}
