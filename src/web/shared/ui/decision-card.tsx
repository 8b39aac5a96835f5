import { type ReactNode, useState } from 'react'
import { formatDayOf, formatNumber } from '../format.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { SingleClickButton } from './single-click-button.tsx'

type DecisionCardProps = {
  title: string
  createdAt?: string
  badges: ReactNode
  decisions?: ReactNode
  children: ReactNode
}

type CardListProps<Item> = { items: readonly Item[]; empty: string | undefined; children: (item: Item) => ReactNode }

/** Cards below each other, or the text `empty` if there are none. */
export const CardList = <Item extends { id: number }>({ items, empty, children }: CardListProps<Item>) => (
  <>
    {items.length === 0 && empty !== undefined && <p className="text-sm text-ink-2">{empty}</p>}
    <ul className="flex flex-col gap-3">
      {items.map(item => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  </>
)

type FirstOfProps<Item> = { items: readonly Item[]; first: number; children: (shown: readonly Item[]) => ReactNode }

/** Shows the first items of a list, and more on demand, so that a long list does not push the rest of the page far down. */
export function FirstOf<Item>({ items, first, children }: FirstOfProps<Item>) {
  const [most, setMost] = useState(first)
  const hidden = items.length - most
  return (
    <>
      {children(items.slice(0, most))}
      {items.length > first && (
        <Button className="mt-3" onClick={() => setMost(hidden > 0 ? most + 100 : first)}>
          {hidden > 0 ? `Show more (${formatNumber(hidden)})` : 'Show fewer'}
        </Button>
      )}
    </>
  )
}

/** Something that an administrator decides about, or whose progress is shown. */
export const DecisionCard = ({ title, createdAt, badges, decisions, children }: DecisionCardProps) => (
  <Card className="p-4">
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h3 className="min-w-0 flex-1 font-medium wrap-anywhere max-sm:basis-full">{title}</h3>
      {createdAt !== undefined && <span className="text-xs text-ink-3 tabular-nums">{formatDayOf(createdAt)}</span>}
      {badges}
    </div>
    {children}
    {decisions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{decisions}</div>}
  </Card>
)

type DecisionProps<Value> = {
  value: Value
  label: string
  /** Completes the label for screen readers. */
  about: string
  variant?: 'primary' | 'secondary' | 'ghost'
  /** The mutation that saves a decision. */
  decide: { isPending: boolean; variables: Value | undefined; mutate: (value: Value) => void }
}

export const Decision = <Value,>({ value, label, about, variant, decide }: DecisionProps<Value>) => (
  <SingleClickButton
    size="sm"
    variant={variant ?? 'secondary'}
    disabled={decide.isPending}
    isLoading={decide.isPending && decide.variables === value}
    onClick={() => decide.mutate(value)}
  >
    {label}
    <span className="sr-only"> {about}</span>
  </SingleClickButton>
)
