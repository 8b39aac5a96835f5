import clsx from 'clsx'

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-sunken', className)} />
)
