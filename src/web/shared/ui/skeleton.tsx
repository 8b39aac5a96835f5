import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-sunken', className)} />
)

/** Placeholders with a label for screen readers. They appear after a delay, so fast replies do not flicker. */
export const LoadingPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex animate-late flex-col gap-4">
    <output className="sr-only">{label}</output>
    {children}
  </div>
)

export const ChartsLoading = ({ count }: { count: number }) => (
  <div className="grid gap-4 lg:grid-cols-2">
    {Array.from({ length: count }, (_, index) => (
      <Card key={index} className="p-4 sm:p-5">
        <Skeleton className="mb-4 h-6 w-44" />
        <Skeleton className="h-44" />
      </Card>
    ))}
  </div>
)

const rows = [1, 2, 3, 4, 5]

export const TableLoading = ({ label }: { label: string }) => (
  <LoadingPart label={label}>
    <div className="rounded-lg border border-line bg-surface">
      <div className="flex h-9 items-center border-b border-line px-3">
        <Skeleton className="h-4 w-1/3" />
      </div>
      {rows.map(row => (
        <div key={row} className="flex h-11 items-center border-b border-line px-3 last:border-0">
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  </LoadingPart>
)
