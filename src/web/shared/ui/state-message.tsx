import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type StateProps = { icon?: ReactNode; title: ReactNode; children?: ReactNode; actions?: ReactNode }

export function EmptyState({ icon, title, children, actions }: StateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon !== undefined && (
        <div className="mb-4 flex size-11 items-center justify-center rounded-lg border border-line bg-surface text-ink-3 shadow-card [&>svg]:size-5">
          {icon}
        </div>
      )}
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-sm text-sm text-pretty text-ink-2">{children}</div>}
      {actions !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  children?: ReactNode
  /** Left out if trying again cannot help. */
  onRetry?: (() => void) | undefined
  otherAction?: ReactNode
}

export function ErrorState({ title, children, onRetry, otherAction }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert />}
        title={title}
        actions={
          <>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {otherAction}
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
