import { securityEvents } from '#contract/accounts/security-events.ts'
import type { AdminUser, SecurityEvent } from '#contract/admin/admin.ts'
import { plans } from '#contract/plans.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { wholeList } from '../../shared/api/reads.ts'
import { formatDayOf, formatTime } from '../../shared/format.ts'
import { useUser } from '../../shared/session/session-user.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { EventRows } from '../../shared/ui/event-rows.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { eventsRead, useDisableUser, useEndUserSessions } from './admin.queries.ts'

/** An administrator's actions for a user, and the account's security events. */
export function UserDialog({ user, onClose }: { user: AdminUser | undefined; onClose: () => void }) {
  const self = useUser()
  const disabling = useDisableUser()
  const ending = useEndUserSessions()
  if (user === undefined) return null
  const { id, username, email, isDisabled } = user
  return (
    <Dialog
      isWide
      onClose={onClose}
      title={username}
      description={isDisabled ? `${email}, disabled` : email}
      footer={
        <>
          <Button isLoading={ending.isPending} onClick={() => ending.mutate(id)}>
            End all sessions
          </Button>
          {id !== self.id && (
            <SingleClickButton
              variant={isDisabled ? 'primary' : 'danger'}
              isLoading={disabling.isPending}
              onClick={() => disabling.mutate({ id, isDisabled: !isDisabled })}
            >
              {isDisabled ? 'Enable user' : 'Disable user'}
            </SingleClickButton>
          )}
        </>
      }
    >
      {user.paidUntil !== null && <p className="mb-2 text-sm text-ink-2">{planAfterDisabling(user, user.paidUntil)}</p>}
      <Events userId={id} />
    </Dialog>
  )
}

function planAfterDisabling(
  { subscriptionTier, subscriptionStatus, isDisabled }: AdminUser,
  paidUntil: string,
): string {
  const plan = `The ${plans[subscriptionTier].name} plan`
  const day = formatDayOf(paidUntil)
  if (isDisabled || subscriptionStatus === 'canceled') return `${plan} ends on ${day}.`
  if (subscriptionStatus !== 'active') return `${plan} is waiting for a payment. Disabling the user ends it now.`
  return `${plan} is paid until ${day}. Disabling the user ends it then; nothing is refunded.`
}

export const SecurityLogDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog isWide onClose={onClose} title="Security log" description="The newest 100 events of all accounts.">
    <Events />
  </Dialog>
)

const Events = ({ userId }: { userId?: number }) => (
  <ReadContent read={eventsRead(userId)} waiting={<div className="h-40" />}>
    {events => (
      <EventRows
        label="Security events"
        events={wholeList(events).map(event => ({
          id: event.id,
          title: securityEvents[event.kind],
          details: [
            formatTime(event.at),
            userId === undefined ? (event.username ?? 'unknown username') : null,
            byWhom(event),
            event.device,
          ],
        }))}
      />
    )}
  </ReadContent>
)

const byWhom = ({ userId, actorId, actorName }: SecurityEvent): string | null =>
  actorId === userId || actorName === null ? null : `by ${actorName}`
