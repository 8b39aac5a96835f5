import clsx from 'clsx'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  info: { Icon: Info, look: 'bg-accent-soft [&>svg]:text-accent-ink' },
  warning: { Icon: TriangleAlert, look: 'bg-amber-soft [&>svg]:text-amber-ink' },
  danger: { Icon: CircleAlert, look: 'bg-danger-soft [&>svg]:text-danger-ink' },
}

type AlertProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  icon?: ReactNode
  /** alert: announced immediately; status: announced when the reader pauses; unset: not announced. */
  live?: 'alert' | 'status'
}

/** What went wrong, if anything did. */
export const Fault = ({ children }: { children: ReactNode }) =>
  Boolean(children) && (
    <Alert tone="danger" live="alert">
      {children}
    </Alert>
  )

export function Alert({ tone = 'info', title, children, actions, icon, live }: AlertProps) {
  const { Icon, look } = tones[tone]
  return (
    <div
      role={live}
      className={clsx('flex gap-3 rounded-lg border border-transparent px-4 py-3 text-sm text-ink', look)}
    >
      {icon ?? <Icon className="mt-0.5 size-4 shrink-0" />}
      {/* Actions are beside the text if there is room, otherwise below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0">
          {title !== undefined && <p className="font-medium">{title}</p>}
          {Boolean(children) && <div className="text-ink-2">{children}</div>}
        </div>
        {Boolean(actions) && <div className="flex min-w-0 flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
