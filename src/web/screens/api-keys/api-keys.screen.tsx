import { KeyRound } from 'lucide-react'
import { plansWith } from '#contract/plans.ts'
import { ApiPage } from '../../features/plans/api-page.tsx'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { apiKeysQuery } from './api-keys.queries.ts'
import { KeyList } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

export default function ApiKeysScreen() {
  return (
    <ApiPage
      title="API keys"
      about={
        <>
          For programs that search, read, and work your leads. They use your plan’s quota.{' '}
          <TextLink href={paths.apiDocs}>Read the API reference</TextLink>. We can also call your program: see{' '}
          <TextLink href={paths.webhooks}>webhooks</TextLink>.
        </>
      }
      read={apiKeysQuery}
      loading="Loading API keys"
      withoutPlan={{
        entries: `Your keys do not work until you return to ${plansWith('api')}.`,
        nothing: 'With API access, your own programs can search and read your leads.',
      }}
      empty={{
        icon: <KeyRound />,
        title: 'No API keys',
        text: 'A key is shown once, when you create it. Create a separate key for each program.',
      }}
      create={{ label: 'New API key', Dialog: NewKeyDialog }}
    >
      {keys => <KeyList keys={keys} />}
    </ApiPage>
  )
}
