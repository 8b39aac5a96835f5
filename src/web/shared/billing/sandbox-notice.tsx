import { FlaskConical } from 'lucide-react'
import { Alert } from '../ui/alert.tsx'
import { usePaymentSettings } from './billing.queries.ts'

const cards = [
  { number: '4242 4242 4242 4242', does: 'is accepted' },
  { number: '4000 0025 0000 3155', does: 'asks for 3-D Secure when it is added' },
  { number: '4000 0027 6000 3184', does: 'asks for 3-D Secure at every payment' },
  { number: '4000 0000 0000 9995', does: 'is declined when it is added' },
  { number: '4000 0000 0000 0341', does: 'is saved, then declined when it pays' },
]

/** Says wherever something is paid that no money moves, and how to try it. Nothing with a real payment provider. */
export function SandboxNotice({ hasCards = false }: { hasCards?: boolean }) {
  const { data: settings } = usePaymentSettings()
  if (!settings?.sandboxScriptUrl) return null
  return (
    <Alert
      tone="warning"
      icon={<FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
      title="Payments sandbox: no real money moves"
    >
      {hasCards ? (
        <>
          <p>Use a test card, with any future date and any security code:</p>
          <ul className="mt-1.5 flex flex-col gap-1">
            {cards.map(({ number, does }) => (
              <li key={number}>
                <code className="font-sans whitespace-nowrap text-ink tabular-nums">{number}</code> {does}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Never enter a real card here. The form for a new card lists the test cards.</p>
      )}
    </Alert>
  )
}
