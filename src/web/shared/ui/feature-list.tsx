import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'

type FeatureListProps = { items: readonly { icon: LucideIcon; title: string; text: string }[]; className: string }

export const FeatureList = ({ items, className }: FeatureListProps) => (
  <ul className={clsx('grid gap-x-12 md:grid-cols-3', className)}>
    {items.map(({ icon: Icon, title, text }) => (
      <li key={title} className="border-t border-line pt-6">
        <Icon className="size-5 text-accent-ink" />
        <h3 className="mt-4 font-semibold">{title}</h3>
        <p className="mt-2 text-pretty text-ink-2">{text}</p>
      </li>
    ))}
  </ul>
)
