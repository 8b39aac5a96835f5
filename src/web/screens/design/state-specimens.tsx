import { SearchX } from 'lucide-react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/state-message.tsx'
import { Cell, HeaderRow, Row, Table } from '../../shared/ui/table.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const tones = ['neutral', 'accent', 'danger', 'green', 'blue', 'amber', 'orange', 'grey'] as const
const rows = [
  { name: 'Plumbers', leads: '1,204', rate: '8%' },
  { name: 'Restaurants', leads: '86', rate: '100%' },
]
const doNothing = () => {}

export const StateSpecimens = () => (
  <Specimens title="States">
    <Alert title="For your information">With a line of text.</Alert>
    <Alert tone="warning" title="A warning" actions={<Button size="sm">Upgrade Plan</Button>}>
      With a way on.
    </Alert>
    <Alert tone="danger" title="A failure">
      With what happened.
    </Alert>
    <Specimen name="Badges">
      {tones.map(tone => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Specimen>
    <div className="grid gap-4 md:grid-cols-2">
      <Card>
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title="No leads found"
          actions={<Button>Search again</Button>}
        >
          Try searching for different criteria to find more results
        </EmptyState>
      </Card>
      <Card>
        <ErrorState title="Failed to fetch leads" onRetry={doNothing}>
          The service did not answer.
        </ErrorState>
      </Card>
      <Card className="flex flex-col gap-3 p-4">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-8 w-full" />
      </Card>
      <Card>
        <PageSpinner />
      </Card>
    </div>
    <Table label="Numbers">
      <HeaderRow columns={['Category', 'Leads', 'Exported']} numbers={['Leads', 'Exported']} />
      <tbody>
        {rows.map(({ name, leads, rate }) => (
          <Row key={name}>
            <Cell>{name}</Cell>
            <Cell isNumber>{leads}</Cell>
            <Cell isNumber>{rate}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  </Specimens>
)
