import { FlaskConical } from 'lucide-react'
import { Alert } from '../ui/alert.tsx'
import { usePaymentSettings } from './billing.queries.ts'

/**
 * Says wherever something is paid that no money moves. Nothing with a real payment provider. The sandbox's own form for
 * a card says so itself, and lists the test cards.
 */
export function SandboxNotice() {
  const { data: settings } = usePaymentSettings()
  if (!settings?.sandboxScriptUrl) return null
  return (
    <Alert
      tone="warning"
      icon={<FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
      title="Payments sandbox: no real money moves"
    >
      <p>Never enter a real card here. The form for a new card lists the test cards.</p>
    </Alert>
  )
}
