import type { ReactNode } from 'react'

export const Specimens = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-12 border-t border-line pt-6">
    <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
    <div className="mt-4 flex flex-col gap-6">{children}</div>
  </section>
)

export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-2 text-xs text-ink-3">{name}</h3>
    <div className="flex flex-wrap items-start gap-3">{children}</div>
  </div>
)
