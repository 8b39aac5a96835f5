import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { faqEntries, moreFaqEntries } from './faq-entries.tsx'

/** Only one answer is open at a time. The shared `name` does this without a script. */
export function Faq() {
  const [opened, setOpened] = useState<string>()
  return (
    <div className="border-t border-line">
      {[...faqEntries, ...moreFaqEntries].map(({ question, answer }) => (
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
            <ChevronDown
              className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <div className="flex max-w-2xl flex-col gap-3 pb-6 text-pretty text-ink-2">{answer}</div>
        </details>
      ))}
    </div>
  )
}
