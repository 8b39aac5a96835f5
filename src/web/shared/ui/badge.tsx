import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

export const badgeClass = cva(
  'inline-flex h-5.5 max-w-full items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink-2',
        accent: 'bg-accent-soft text-accent-ink',
        danger: 'bg-danger-soft text-danger-ink',
        green: 'bg-green-soft text-green-ink',
        blue: 'bg-blue-soft text-blue-ink',
        amber: 'bg-amber-soft text-amber-ink',
        orange: 'bg-orange-soft text-orange-ink',
        grey: 'bg-grey-soft text-grey-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export const Badge = ({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof badgeClass>) => (
  <span {...props} className={badgeClass({ tone, className })} />
)
