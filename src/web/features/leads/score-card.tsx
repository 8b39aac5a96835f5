import { type ReactNode, useId } from 'react'

type ScoreCardProps = { title: string; badge: ReactNode; score: number; children: ReactNode }

/** A score out of 100, what it means, and how it adds up. */
export function ScoreCard({ title, badge, score, children }: ScoreCardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-6 rounded-lg border border-line bg-surface p-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {badge}
        <p className="ml-auto shrink-0 text-ink-3">
          <span className="text-lg font-semibold text-ink tabular-nums">{score}</span> / 100
        </p>
      </div>
      {children}
    </section>
  )
}
