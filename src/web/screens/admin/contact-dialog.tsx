import type { ContactSubmission } from '#contract/admin/admin.ts'
import { formatTime } from '../../shared/format.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { useMarkRead } from './admin.queries.ts'

type ContactDialogProps = { submission: ContactSubmission | undefined; onClose: () => void }

/** A complete submission, with buttons to answer it and to mark it as read. */
export function ContactDialog({ submission, onClose }: ContactDialogProps) {
  const marking = useMarkRead()
  if (submission === undefined) return null
  const { id, name, email, subject, message, status, createdAt } = submission
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={subject}
      description={`${name} (${email}), ${formatTime(createdAt)}`}
      footer={
        <>
          <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`} className={buttonClass({})}>
            Reply by email
          </a>
          {status === 'unread' && (
            <Button variant="primary" isLoading={marking.isPending} onClick={() => marking.mutate(id)}>
              Mark as read
            </Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
    </Dialog>
  )
}
