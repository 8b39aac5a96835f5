import { useAddressValue } from '../../shared/address.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { FileList } from './file-list.tsx'
import { FilePage } from './file-page.tsx'
import { ImportForm } from './import-form.tsx'

/** Files of businesses that the user knows, such as customers: searches can leave them out, and they can be filled. */
export default function KnownBusinessesScreen() {
  useTitle(titled('Businesses you know'))
  const fileId = Number(useAddressValue('file')) || null
  if (fileId !== null) return <FilePage key={fileId} id={fileId} />
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <TextLink href={paths.leads}>My Leads</TextLink>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">Businesses you know</h1>
      <p className="mt-1.5 max-w-2xl text-pretty text-ink-2">
        Import your customers or the companies in your CRM. We find them, fill in what is missing, and say what has
        changed. Searches with “Leave out leads I have and businesses I know” leave them out. Only your account can see
        them.
      </p>
      <div className="mt-6 grid items-start gap-x-8 gap-y-10 lg:grid-cols-2">
        <ImportForm />
        <FileList />
      </div>
    </div>
  )
}
