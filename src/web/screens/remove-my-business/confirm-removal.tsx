import { messageOf, problemOf } from '../../shared/api/api-error.ts'
import { paths } from '../../shared/paths.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { useConfirmRemoval } from './removal.queries.ts'

/** The page that the mail's button opens. It asks for a second click, because mail scanners open every link. */
export function ConfirmRemoval({ token }: { token: string }) {
  const confirming = useConfirmRemoval()
  if (confirming.data !== undefined)
    return (
      <div>
        <Alert live="status" title="Removed">
          {confirming.data.message}
        </Alert>
      </div>
    )
  // The link was used or has expired, so trying again would not help.
  if (problemOf(confirming.error)?.errorType === 'INVALID_LINK')
    return (
      <div>
        <Alert
          tone="danger"
          live="alert"
          title="Not removed"
          actions={
            <a href={paths.removeMyBusiness} className={buttonClass({ size: 'sm' })}>
              Ask again
            </a>
          }
        >
          {messageOf(confirming.error, '')}
        </Alert>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="text-pretty text-ink-2">
        You came here from the button in our email. Press the button below to add your email’s domain, and the phone
        number we have for it, to our do-not-contact list permanently.
      </p>
      {confirming.error && (
        <Alert tone="danger" live="alert" title="Not removed">
          {messageOf(confirming.error, 'The service did not answer. Please try again.')}
        </Alert>
      )}
      <Button variant="primary" size="lg" isLoading={confirming.isPending} onClick={() => confirming.mutate(token)}>
        Remove my business
      </Button>
    </div>
  )
}
