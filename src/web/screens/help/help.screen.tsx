import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { Faq } from './faq.tsx'

export default function HelpScreen() {
  useTitle(titleOf(paths.help))
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title="Help Center">Short answers to the most common questions.</PageHeading>
      <div className="mt-10 max-w-3xl">
        <Faq />
        <section
          aria-labelledby="more-help"
          className="mt-12 flex flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-card sm:flex-row sm:items-center sm:justify-between"
        >
          <div>
            <h2 id="more-help" className="text-lg font-semibold tracking-tight">
              Need More Help
            </h2>
            <p className="mt-1 text-ink-2">Our support team reads every message.</p>
          </div>
          <Link href={paths.contact} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Contact Us
          </Link>
        </section>
      </div>
    </div>
  )
}
