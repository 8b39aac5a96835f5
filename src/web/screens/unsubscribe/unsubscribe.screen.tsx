import { unsubscribe } from '#contract/searches/saved-searches.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { Alert, Fault } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { LinkNeeded, NarrowPage } from '../../shared/ui/narrow-page.tsx'
import { useLinkToken } from '../../shared/use-link-token.ts'
import { titled, useTitle } from '../../shared/use-title.ts'

/** Needs no sign-in, but a click, because mail scanners open every link. */
export default function UnsubscribeScreen() {
  useTitle(titled('Stop the emails'))
  const token = useLinkToken()
  const ending = useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  if (token === '') return <LinkNeeded title="Stop the emails" />
  if (ending.isSuccess)
    return (
      <NarrowPage title="Stop the emails">
        <Alert live="status">{ending.data.message}</Alert>
        <p className="mt-6 text-sm">
          <TextLink href={paths.savedSearches}>Go to the saved searches</TextLink>
        </p>
      </NarrowPage>
    )
  return (
    <NarrowPage title="Stop the emails" intro="You will get no more news of searches, leads, and files by email.">
      <div className="flex flex-col gap-4">
        <Button variant="primary" size="lg" isLoading={ending.isPending} onClick={() => ending.mutate()}>
          Stop the emails
        </Button>
        <Fault>{ending.isError && messageOf(ending.error, 'That did not work. Please try again.')}</Fault>
      </div>
    </NarrowPage>
  )
}
