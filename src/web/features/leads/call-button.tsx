import { Phone } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { telHref } from './lead-links.ts'

type CallButtonProps = {
  lead: Lead
  label: string
  variant?: 'primary' | 'secondary'
  size?: 'sm' | 'md'
  isIcon?: boolean
}

export function CallButton({ lead, label, variant = 'secondary', size = 'sm', isIcon = false }: CallButtonProps) {
  const href = telHref(lead.phoneNumber)
  const content = (
    <>
      <Phone className="size-3.5" />
      <span className={isIcon ? 'sr-only' : undefined}>{label}</span>
      <span className="sr-only"> {lead.businessName}</span>
    </>
  )
  if (href === undefined)
    return (
      <Button variant={variant} size={size} disabled>
        {content}
      </Button>
    )
  return (
    <a href={href} className={buttonClass({ variant, size })}>
      {content}
    </a>
  )
}
