import type { SignedInDevice } from '#contract/accounts/security.ts'
import { ReadContent } from '../../../shared/api/query-content.tsx'
import { formatTime } from '../../../shared/format.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { SingleClickButton } from '../../../shared/ui/single-click-button.tsx'
import { sessionsRead, useEndOtherSessions, useEndSession } from './security.queries.ts'

export function SessionList() {
  const endOthers = useEndOtherSessions()
  return (
    <ReadContent read={sessionsRead} waiting={<div className="h-11" />}>
      {sessions => (
        <>
          <ul className="divide-y divide-line">
            {sessions.map(session => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button className="mt-3" isLoading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Log out everywhere else
            </Button>
          )}
        </>
      )}
    </ReadContent>
  )
}

function SessionRow({ session }: { session: SignedInDevice }) {
  const end = useEndSession()
  const { id, device, signedInAt, lastUsedAt, isCurrent } = session
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">
          {device} {isCurrent && <Badge className="ml-1">This device</Badge>}
        </p>
        <p className="text-ink-3">
          Signed in {formatTime(signedInAt)}, last used {formatTime(lastUsedAt)}
        </p>
      </div>
      {!isCurrent && (
        <SingleClickButton
          size="sm"
          isLoading={end.isPending}
          aria-label={`Log out ${device}, signed in ${formatTime(signedInAt)}`}
          onClick={() => end.mutate(id)}
        >
          Log out
        </SingleClickButton>
      )}
    </li>
  )
}
