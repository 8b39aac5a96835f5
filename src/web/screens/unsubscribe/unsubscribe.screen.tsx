import { unsubscribe } from '#contract/searches/saved-searches.ts'
import { call } from '../../shared/api/call.ts'
import { LinkAction } from '../../shared/api/link-action.tsx'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { LinkNeeded } from '../../shared/ui/narrow-page.tsx'
import { useLinkToken } from '../../shared/use-link-token.ts'
import { titled, useTitle } from '../../shared/use-title.ts'

/** Needs no sign-in. */
export default function UnsubscribeScreen() {
  useTitle(titled('Stop the emails'))
  const token = useLinkToken()
  const acting = useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  const settings = <TextLink href={paths.savedSearches}>Go to the saved searches</TextLink>
  if (token === '') return <LinkNeeded title="Stop the emails" />
  return (
    <LinkAction
      title="Stop the emails"
      intro="You will get no more news of searches, leads, and files by email."
      action="Stop the emails"
      acting={acting}
      next={settings}
      otherwise={settings}
    />
  )
}
