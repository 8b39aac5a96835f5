import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { EntryFile } from './entry-file.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'

export default function OwnDoNotContactScreen() {
  useTitle(titled('Do not contact'))
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <TextLink href={paths.leads}>My Leads</TextLink>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">Do not contact</h1>
      <p className="mt-1.5 max-w-2xl text-pretty text-ink-2">
        Businesses on this list stay out of your searches and never count toward your plan. Leads that you have already
        lose their contact details, here and in your files. This applies to your account only.
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-8">
          <EntryForm />
          <EntryFile />
        </div>
        <EntryList />
      </div>
    </div>
  )
}
