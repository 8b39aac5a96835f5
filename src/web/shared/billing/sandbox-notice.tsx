import { FlaskConical } from 'lucide-react'
import { Alert } from '../ui/alert.tsx'
import { usePaymentSettings } from './billing.queries.ts'

const cards = [
  { number: '4242 4242 4242 4242', does: 'accepted' },
  { number: '4000 0025 0000 3155', does: '3-D Secure when added' },
  { number: '4000 0027 6000 3184', does: '3-D Secure when it pays' },
  { number: '4000 0000 0000 9995', does: 'declined when added' },
  { number: '4000 0000 0000 0341', does: 'declined when it pays' },
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
          <p>Test cards, with any future date and any security code:</p>
          <ul className="mt-1 text-xs">
            {cards.map(({ number, does }) => (
              <li key={number} className="flex flex-wrap justify-between gap-x-3 py-0.5">
                <span className="whitespace-nowrap text-ink tabular-nums">{number}</span> {does}
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
