import { useState } from 'react'
import type { Programs } from '#contract/accounts/programs.ts'
import { allowsFeature } from '#contract/plans.ts'
import { ReadContent } from '../../../shared/api/query-content.tsx'
import { count, formatTime } from '../../../shared/format.ts'
import { paths } from '../../../shared/paths.ts'
import { useUser } from '../../../shared/session/session-user.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { TextLink } from '../../../shared/ui/links.tsx'
import { RemovalDialog } from '../../../shared/ui/removal-dialog.tsx'
import { programsRead, useStopPrograms } from './security.queries.ts'

/** API keys and webhooks. They keep working when sessions end or the password is changed. */
export const ProgramList = () => (
  <ReadContent read={programsRead} waiting={<div className="h-16" />}>
    {programs => <List programs={programs} />}
  </ReadContent>
)

function List({ programs: { apiKeys, webhooks } }: { programs: Programs }) {
  const [isAsking, setIsAsking] = useState(false)
  const isInPlan = allowsFeature(useUser().subscriptionTier, 'api')
  const active = webhooks.filter(({ state }) => state === 'on')
  if (apiKeys.length === 0 && webhooks.length === 0)
    return <p className="text-sm text-ink-2">No program has access to your account.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {apiKeys.map(({ id, name, ending, lastUsedAt }) => (
          <Row
            key={id}
            title={`API key “${name}” (…${ending})`}
            note={lastUsedAt === null ? 'Never used' : `Last used ${formatTime(lastUsedAt)}`}
          />
        ))}
        {webhooks.map(({ id, url, state }) => (
          <Row
            key={id}
            title={`Webhook ${url}`}
            note={state === 'on' ? (isInPlan ? 'On' : 'Not in your plan') : state === 'held' ? 'On hold' : 'Off'}
          />
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        They keep working when sessions end and when you change your password. See{' '}
        <TextLink href={paths.apiKeys}>API keys</TextLink> and <TextLink href={paths.webhooks}>webhooks</TextLink>.
      </p>
      {(apiKeys.length > 0 || active.length > 0) && (
        <Button className="mt-3" onClick={() => setIsAsking(true)}>
          Stop all programs
        </Button>
      )}
      {isAsking && <StopDialog apiKeys={apiKeys.length} webhooks={active.length} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const Row = ({ title, note }: { title: string; note: string }) => (
  <li className="py-3 text-sm first:pt-0">
    <p className="font-medium wrap-anywhere">{title}</p>
    <p className="text-ink-3">{note}</p>
  </li>
)

function StopDialog({ apiKeys, webhooks, onClose }: { apiKeys: number; webhooks: number; onClose: () => void }) {
  const stop = useStopPrograms()
  const parts = [
    ...(apiKeys > 0 ? [`${count(apiKeys, 'API key')} will be revoked, which you cannot undo.`] : []),
    ...(webhooks > 0
      ? [
          `${count(webhooks, 'webhook')} will be on hold: messages wait until you turn ${webhooks === 1 ? 'it' : 'them'} on again.`,
        ]
      : []),
  ]
  return (
    <RemovalDialog
      title="Stop all programs?"
      description={parts.join(' ')}
      keep="Keep them"
      remove="Stop all"
      isBusy={stop.isPending}
      onClose={onClose}
      onRemove={() => stop.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
