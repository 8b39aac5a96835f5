import { useState } from 'react'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { Cell, Row, staysInView, Table } from '../../shared/ui/table.tsx'
import { useRevokeApiKey } from './api-keys.queries.ts'
import { scopeLabels } from './new-key-dialog.tsx'

const columns = ['Name', 'Key', 'Access', 'Created', 'Expires', 'Last used']

export function KeyList({ keys }: { keys: ApiKey[] }) {
  const [toRevoke, setToRevoke] = useState<ApiKey>()
  const close = () => setToRevoke(undefined)
  const revoke = useRevokeApiKey()
  return (
    <>
      <Table label="API keys" columns={columns} hasActions>
        {keys.map(key => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setToRevoke(key)} />
        ))}
      </Table>
      {toRevoke !== undefined && (
        <RemovalDialog
          title={`Revoke “${toRevoke.name}”?`}
          description="Programs that use this key stop working immediately. You cannot undo this."
          keep="Keep key"
          remove="Revoke key"
          isBusy={revoke.isPending}
          onClose={close}
          onRemove={() => revoke.mutate(toRevoke.id, { onSuccess: close })}
        />
      )}
    </>
  )
}

const KeyRow = ({ apiKey: { name, ending, scope, createdAt, lastUsedAt, expiresAt }, onRevoke }: RowProps) => (
  <Row>
    <Cell className="min-w-40 font-medium wrap-anywhere">{name}</Cell>
    <Cell className="font-mono text-xs whitespace-nowrap text-ink-2">…{ending}</Cell>
    <Cell>
      <Badge tone={scope === 'read' ? 'neutral' : 'accent'}>{scopeLabels[scope]}</Badge>
    </Cell>
    <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</Cell>
    <Cell className="whitespace-nowrap tabular-nums">
      <Expiry at={expiresAt} />
    </Cell>
    <Cell className="whitespace-nowrap tabular-nums">{lastUsedAt === null ? 'Never' : formatDayOf(lastUsedAt)}</Cell>
    <Cell className={`text-right ${staysInView}`}>
      <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Cell>
  </Row>
)
function Expiry({ at }: { at: string | null }) {
  const [now] = useState(() => new Date())
  if (at === null) return <>Never</>
  return new Date(at) <= now ? <Badge tone="danger">Expired {formatDayOf(at)}</Badge> : <>{formatDayOf(at)}</>
}

type RowProps = { apiKey: ApiKey; onRevoke: () => void }
