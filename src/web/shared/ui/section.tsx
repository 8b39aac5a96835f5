import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'

type SectionProps = { title: string; actions?: ReactNode; children: ReactNode }

export function Section({ title, actions, children }: SectionProps) {
  const titleId = useId()
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={titleId}>
        <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 touch:min-h-11">
          <h2 id={titleId} className="font-semibold tracking-tight">
            {title}
          </h2>
          {actions}
        </div>
        {children}
      </section>
    </Card>
  )
}
