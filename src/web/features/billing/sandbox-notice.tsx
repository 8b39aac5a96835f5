import { FlaskConical } from 'lucide-react'
import { Alert } from '../../shared/ui/alert.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { usePaymentSettings } from './billing.queries.ts'

/** Says that no real money moves. Renders nothing with a real payment provider. */
export function SandboxNotice({ hasPanel = false }: { hasPanel?: boolean }) {
  const { data: settings } = usePaymentSettings()
  if (!settings?.sandboxScriptUrl) return null
  return (
    <Alert
      tone="warning"
      icon={<FlaskConical className="mt-0.5 size-4 shrink-0" />}
      title="Payments sandbox: no real money moves"
    >
      Never enter a real card here. The card form lists the test cards.
      {hasPanel && (
        <>
          {' '}
          To advance time or make a charge fail, use{' '}
          <TextLink href={new URL('/sandbox', settings.sandboxScriptUrl).href}>the sandbox panel</TextLink>.
        </>
      )}
    </Alert>
  )
}
