import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Cell, HeaderRow, Row, Table } from '../../shared/ui/table.tsx'
import { useRevokeApiKey } from './api-keys.queries.ts'
import { scopeLabels } from './new-key-dialog.tsx'

const columns = ['Name', 'Key', 'Access', 'Created', 'Last used']

export function KeyList({ keys }: { keys: ApiKey[] }) {
  const [leaving, setLeaving] = useState<ApiKey>()
  return (
    <>
      <Table label="API keys">
        <HeaderRow columns={columns} hasActions />
        <tbody>
          {keys.map(key => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setLeaving(key)} />
          ))}
        </tbody>
      </Table>
      {leaving !== undefined && <RevokeDialog apiKey={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

const KeyRow = ({ apiKey: { name, ending, scope, createdAt, lastUsedAt }, onRevoke }: RowProps) => (
  <Row>
    <Cell className="min-w-40 font-medium wrap-anywhere">{name}</Cell>
    <Cell className="font-mono text-xs whitespace-nowrap text-ink-2">leadline_…{ending}</Cell>
    <Cell>
      <Badge tone={scope === 'search' ? 'accent' : 'neutral'}>{scopeLabels[scope]}</Badge>
    </Cell>
    <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</Cell>
    <Cell className="whitespace-nowrap tabular-nums">{lastUsedAt === null ? 'Never' : formatDayOf(lastUsedAt)}</Cell>
    <Cell className="text-right">
      <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Cell>
  </Row>
)
type RowProps = { apiKey: ApiKey; onRevoke: () => void }

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useRevokeApiKey()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={revoke.isPending}
      title={`Revoke “${name}”?`}
      description="Programs that use this key stop working immediately. You cannot undo this."
      footer={
        <>
          <Button disabled={revoke.isPending} onClick={onClose}>
            Keep key
          </Button>
          <Button
            variant="danger"
            isLoading={revoke.isPending}
            onClick={() => revoke.mutate(id, { onSuccess: onClose })}
          >
            Revoke key
          </Button>
        </>
      }
    />
  )
}
