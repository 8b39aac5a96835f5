import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { ContactForm } from './contact-form.tsx'
import { SupportDetails } from './support-details.tsx'

export default function ContactScreen() {
  useTitle(titleOf(paths.contact))
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title="Contact Us">
        A question, a correction, or a custom plan: write to us, and a person will answer.
      </PageHeading>
      <div className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-20">
        <ContactForm />
        <SupportDetails />
      </div>
    </div>
  )
}
