import clsx from 'clsx'
import type { ComponentProps } from 'react'

export const Card = ({ className, ...props }: ComponentProps<'div'>) => (
  <div {...props} className={clsx('rounded-lg border border-line bg-surface shadow-card', className)} />
)
