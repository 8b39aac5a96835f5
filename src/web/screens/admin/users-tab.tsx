import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { AdminUser } from '#contract/admin.ts'
import { LoadError } from '../../shared/api/load-error.tsx'
import { formatDate } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { capitalised } from './admin-words.ts'
import { usersFailure, usersQuery } from './admin.queries.ts'
import { ListEnd } from './list-states.tsx'

export function UsersTab() {
  const users = useInfiniteQuery(usersQuery)
  if (users.isPending) return <PageSpinner label="Loading users" />
  if (!users.data) return <LoadError error={users.error} failure={usersFailure} onRetry={() => void users.refetch()} />
  const rows = users.data.pages.flatMap(({ items }) => items)
  if (rows.length === 0) return <EmptyState icon={<Users aria-hidden="true" />} title="No users found" />
  return (
    <>
      <h2 className="sr-only">Users</h2>
      <Table label="Users">
        <thead>
          <tr>
            <HeaderCell className="text-right">ID</HeaderCell>
            {['Username', 'Email', 'Name', 'Subscription', 'Status', 'Joined'].map(column => (
              <HeaderCell key={column}>{column}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(user => (
            <UserRow key={user.id} user={user} />
          ))}
        </tbody>
      </Table>
      <ListEnd
        shown={rows.length}
        total={users.data.pages.at(-1)?.total ?? rows.length}
        hasMore={users.hasNextPage}
        isLoading={users.isFetchingNextPage}
        onMore={() => void users.fetchNextPage()}
      />
    </>
  )
}

const UserRow = ({ user }: { user: AdminUser }) => (
  <Row>
    <Cell isNumber className="text-ink-3">
      {user.id}
    </Cell>
    <Cell className="font-medium whitespace-nowrap">
      {user.username} {user.isAdmin && <Badge className="ml-1">Admin</Badge>}
    </Cell>
    <Cell>{user.email}</Cell>
    <Cell className="whitespace-nowrap">{[user.firstName, user.lastName].filter(Boolean).join(' ') || '–'}</Cell>
    <Cell>{capitalised(user.subscriptionTier)}</Cell>
    <Cell>
      <Badge tone={user.subscriptionStatus === 'active' ? 'accent' : 'neutral'}>
        {capitalised(user.subscriptionStatus)}
      </Badge>
    </Cell>
    <Cell className="whitespace-nowrap tabular-nums">{formatDate(user.createdAt)}</Cell>
  </Row>
)
