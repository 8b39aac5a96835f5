import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

export type LegalSection = { id: string; title: string; content: ReactNode }
type LegalPageProps = { title: string; introduction: ReactNode; sections: LegalSection[] }

export const LegalPage = ({ title, introduction, sections }: LegalPageProps) => (
  <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
    <PageHeading title={title} note="Last updated May 2, 2025">
      {introduction}
    </PageHeading>
    <div className="mt-10 grid gap-10 border-t border-line pt-10 lg:mt-14 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16 lg:pt-14">
      <nav aria-labelledby="contents" className="lg:sticky lg:top-20 lg:self-start">
        <h2 id="contents" className="text-sm font-medium text-ink-3">
          On this page
        </h2>
        <ol className="mt-2 grid sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-1">
          {sections.map(section => (
            <li key={section.id}>
              <a
                href={`#${section.id}`}
                className="inline-flex items-center py-1 text-sm text-ink-2 hover:text-ink touch:min-h-11"
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="flex max-w-2xl flex-col gap-10">
        {sections.map(({ id, title: heading, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
              {heading}
            </h2>
            <div className="mt-3 flex flex-col gap-3 text-pretty text-ink-2">{content}</div>
          </section>
        ))}
      </div>
    </div>
  </div>
)

/** A list whose entries start with a bold name. */
export const Points = ({ points }: { points: { name: string; text: ReactNode }[] }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-3">
    {points.map(({ name, text }) => (
      <li key={name}>
        <strong className="font-medium text-ink">{name}.</strong> {text}
      </li>
    ))}
  </ul>
)
