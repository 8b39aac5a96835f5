import { cva } from 'class-variance-authority'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const alertClass = cva('flex gap-3 rounded-lg border px-4 py-3 text-sm', {
  variants: {
    tone: {
      info: 'border-transparent bg-accent-soft text-ink [&>svg]:text-accent-ink',
      warning: 'border-transparent bg-amber-soft text-ink [&>svg]:text-amber-ink',
      danger: 'border-transparent bg-danger-soft text-ink [&>svg]:text-danger-ink',
    },
  },
})
const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert }

type AlertProps = {
  tone?: keyof typeof icons
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
  const Icon = icons[tone]
  return (
    <div role={live} className={alertClass({ tone })}>
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
