import type { ReactNode } from 'react'

export const NarrowPage = ({ title, intro, children }: { title: string; intro?: ReactNode; children?: ReactNode }) => (
  <div className="mx-auto w-full max-w-md px-4 py-12 sm:px-6 lg:py-20">
    <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    {intro !== undefined && <p className="mt-1.5 text-ink-2">{intro}</p>}
    <div className="mt-6">{children}</div>
  </div>
)

/** Shown on a page that was opened without the secret of its link. A reload also loses the secret. */
export const LinkNeeded = ({ title }: { title: string }) => (
  <NarrowPage title={title} intro="Please open the link in the email again. The page needs the whole link." />
)
