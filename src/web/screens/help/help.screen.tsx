import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { faqEntries, moreEntries } from './faq-entries.tsx'

export default function HelpScreen() {
  useTitle(titleOf(paths.help))
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title="Help Center">Short answers to the most common questions.</PageHeading>
      <div className="mt-10 max-w-3xl">
        <Faq />
        {moreEntries.map(({ question, answer }) => (
          <section key={question} aria-label={question} className="mt-8 max-w-2xl text-pretty text-ink-2">
            <h2 className="mb-2 font-medium text-ink">{question}</h2>
            {answer}
          </section>
        ))}
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

/** Only one answer is open at a time. The shared `name` does this without a script. */
function Faq() {
  const [opened, setOpened] = useState<string>()
  return (
    <div className="border-t border-line">
      {faqEntries.map(({ question, answer }) => (
        <details
          key={question}
          name="faq"
          open={opened === question}
          onToggle={({ currentTarget }) =>
            setOpened(shown => (currentTarget.open ? question : shown === question ? undefined : shown))
          }
          className="group border-b border-line"
        >
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-sm py-5 transition-colors hover:text-accent-ink [&::-webkit-details-marker]:hidden">
            <h2 className="font-medium text-pretty">{question}</h2>
            <ChevronDown className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
          </summary>
          <div className="flex max-w-2xl flex-col gap-3 pb-6 text-pretty text-ink-2">{answer}</div>
        </details>
      ))}
    </div>
  )
}
