import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AdminUser } from '#contract/admin/admin.ts'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { PagedContent } from '../../shared/api/query-content.tsx'
import { capitalized, formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { usersRead } from './admin.queries.ts'
import { SecurityLogDialog, UserDialog } from './user-dialog.tsx'

export function UsersTab() {
  const text = useAddressValue('q')
  const [isLogOpen, setLogOpen] = useState(false)
  return (
    <>
      <h2 className="sr-only">Users</h2>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField label="Name, email, or ID" text={text} onText={typed => setAddressValue('q', typed)} />
        <Button onClick={() => setLogOpen(true)}>Security log</Button>
      </div>
      <PagedContent read={usersRead(text.trim().slice(0, 100))} waiting={<TableLoading label="Loading users" />}>
        {(users, end) =>
          users.length === 0 ? (
            <EmptyState icon={<Users />} title="No users found" />
          ) : (
            <UserList users={users} end={end} />
          )
        }
      </PagedContent>
      {isLogOpen && <SecurityLogDialog onClose={() => setLogOpen(false)} />}
    </>
  )
}

function UserList({ users, end }: { users: AdminUser[]; end: ReactNode }) {
  const [openId, setOpenId] = useState<number>()
  return (
    <>
      <Table
        label="Users"
        columns={['ID', 'Username', 'Email', 'Name', 'Subscription', 'Status', 'Joined']}
        numbers={['ID']}
      >
        {users.map(user => (
          <UserRow key={user.id} user={user} onOpen={() => setOpenId(user.id)} />
        ))}
      </Table>
      {end}
      <UserDialog user={users.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </>
  )
}

const UserRow = ({ user, onOpen }: { user: AdminUser; onOpen: () => void }) => (
  <Row>
    <Cell isNumber className="w-px text-ink-3">
      {user.id}
    </Cell>
    <Cell className="min-w-40 font-medium">
      <button
        type="button"
        onClick={onOpen}
        className="text-left wrap-anywhere underline decoration-line underline-offset-4 touch:min-h-11"
      >
        {user.username}
      </button>{' '}
      {user.isAdmin && <Badge className="ml-1">Admin</Badge>}
      {user.isDisabled && (
        <Badge tone="amber" className="ml-1">
          Disabled
        </Badge>
      )}
    </Cell>
    <Cell className="min-w-44 wrap-anywhere">{user.email}</Cell>
    <Cell className="min-w-36 wrap-anywhere">{[user.firstName, user.lastName].filter(Boolean).join(' ') || '–'}</Cell>
    <Cell>{capitalized(user.subscriptionTier)}</Cell>
    <Cell>
      <Badge tone={user.subscriptionStatus === 'active' ? 'accent' : 'neutral'}>
        {capitalized(user.subscriptionStatus.replaceAll('_', ' '))}
      </Badge>
    </Cell>
    <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(user.createdAt)}</Cell>
  </Row>
)
