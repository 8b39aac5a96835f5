import { useAddressValue } from '../../shared/address.ts'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { FileList } from './file-list.tsx'
import { FilePage } from './file-page.tsx'
import { ImportForm } from './import-form.tsx'

/** Files of businesses that the user knows, such as customers: searches can leave them out, and they can be filled. */
export default function KnownBusinessesScreen() {
  const fileId = Number(useAddressValue('file')) || null
  if (fileId !== null) return <FilePage key={fileId} id={fileId} />
  return (
    <WorkPage
      parent="leads"
      title="Businesses you know"
      about="Import your customers or the companies in your CRM. We find them, fill in what is missing, and say what has changed. Searches with “Leave out leads I have and businesses I know” leave them out. Only your account can see them."
    >
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-2">
        <ImportForm />
        <FileList />
      </div>
    </WorkPage>
  )
}
