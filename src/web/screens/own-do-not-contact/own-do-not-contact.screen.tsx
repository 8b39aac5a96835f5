import { WorkPage } from '../../shared/ui/work-page.tsx'
import { EntryFile } from './entry-file.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'

export default function OwnDoNotContactScreen() {
  return (
    <WorkPage
      parent="leads"
      title="Do not contact"
      about="Businesses on this list stay out of your searches and never count toward your plan. Your leads that match lose their contact details, here and in your files. This applies to your account only."
    >
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-8">
          <EntryForm />
          <EntryFile />
        </div>
        <EntryList />
      </div>
    </WorkPage>
  )
}
