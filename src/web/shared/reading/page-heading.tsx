import type { ReactNode } from 'react'

export const PageHeading = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <header className="max-w-2xl">
    {note !== undefined && <p className="mb-3 text-sm text-ink-3">{note}</p>}
    <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
    <div className="mt-4 text-lg text-balance text-ink-2">{children}</div>
  </header>
)
