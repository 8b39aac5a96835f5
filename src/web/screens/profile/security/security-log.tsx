import { useState } from 'react'
import { securityEvents } from '#contract/accounts/security-events.ts'
import { PagedContent } from '../../../shared/api/query-content.tsx'
import { formatTime } from '../../../shared/format.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { EventRows } from '../../../shared/ui/event-rows.tsx'
import { eventsRead } from './security.queries.ts'

export function SecurityLog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="text-sm text-ink-2">
        Sign-ins, changes of your password, email, and two-factor sign-in, and what was done with API keys and webhooks.
      </p>
      <Button className="mt-3" onClick={() => setOpen(true)}>
        Show the log
      </Button>
      {isOpen && (
        <Dialog
          isWide
          onClose={() => setOpen(false)}
          title="Security log"
          description="Do you see something that was not you? Change your password, which ends all sessions, and revoke your API keys."
        >
          <PagedContent read={eventsRead} waiting={<div className="h-80" />}>
            {(events, end) => (
              <>
                <EventRows
                  label="Security events"
                  events={events.map(({ id, kind, device, isByAdministrator, at }) => ({
                    id,
                    title: securityEvents[kind],
                    details: [formatTime(at), isByAdministrator ? 'by an administrator' : null, device],
                  }))}
                />
                {end}
              </>
            )}
          </PagedContent>
        </Dialog>
      )}
    </>
  )
}
