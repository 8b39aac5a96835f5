import clsx from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

export const Tabs = Radix.Root

export const TabList = ({ className, ...props }: ComponentProps<typeof Radix.List>) => (
  <Radix.List {...props} className={clsx('flex gap-1 border-b border-line', className)} />
)

export const Tab = ({ className, ...props }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    {...props}
    className={clsx(
      '-mb-px inline-flex h-10 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink touch:h-11',
      className,
    )}
  />
)

export const TabPanel = Radix.Content
