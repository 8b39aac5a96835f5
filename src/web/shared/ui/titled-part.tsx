import { type ReactNode, useId } from 'react'

/** A part of a page under a heading of its own. */
export function TitledPart({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={className}>
      <h2 id={titleId} className="mb-3 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
