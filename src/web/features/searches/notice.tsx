import { cva } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const noticeClass = cva(
  'flex items-start gap-2.5 rounded-lg px-3 py-2 text-sm max-sm:py-1.5 text-ink-2 [&>svg]:mt-0.5',
  {
    variants: {
      tone: {
        amber: 'bg-amber-soft [&>svg]:text-amber-ink',
        accent: 'bg-accent-soft [&>svg]:text-accent-ink',
      },
    },
  },
)

type NoticeProps = {
  tone: 'amber' | 'accent'
  Icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}

export const Notice = ({ tone, Icon, title, children, action }: NoticeProps) => (
  <div className={noticeClass({ tone })}>
    <Icon className="size-4 shrink-0" />
    <div className="min-w-0 flex-1">
      <span className="mr-2 font-medium text-ink">{title}</span>
      {children}
    </div>
    {action}
  </div>
)
