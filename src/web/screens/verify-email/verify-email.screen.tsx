import { undoEmailChange, verifyEmail } from '#contract/accounts/security.ts'
import { call } from '../../shared/api/call.ts'
import { LinkAction } from '../../shared/api/link-action.tsx'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { userKey } from '../../shared/session/session.queries.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { LinkNeeded } from '../../shared/ui/narrow-page.tsx'
import { useLinkToken } from '../../shared/use-link-token.ts'
import { titled, useTitle } from '../../shared/use-title.ts'

const UNDO = 'undo.'

const confirmation = {
  title: 'Confirm your email',
  intro: 'Confirm only if you entered this email on our site yourself.',
  action: 'Confirm my email',
  next: <TextLink href={paths.dashboard}>Go to the dashboard</TextLink>,
  otherwise: <TextLink href={paths.profile}>Send a new link from your profile if your email is not confirmed</TextLink>,
}
const undoing = {
  title: 'Undo the email change',
  intro: 'This restores your former email and logs that account out everywhere.',
  action: 'Undo the change',
  next: <TextLink href={paths.forgotPassword}>Set a new password</TextLink>,
  otherwise: <TextLink href={paths.contact}>Contact us if your former email is not back</TextLink>,
}

export default function VerifyEmailScreen() {
  const token = useLinkToken()
  const isUndo = token.startsWith(UNDO)
  const words = isUndo ? undoing : confirmation
  useTitle(titled(words.title))
  const acting = useMutation({
    mutationFn: () =>
      isUndo
        ? call(undoEmailChange, { body: { token: token.slice(UNDO.length) } })
        : call(verifyEmail, { body: { token } }),
    // Undoing a change ends all sessions of that account, perhaps including this browser's.
    onSuccess: (_reply, _input, client) => client.invalidateQueries({ queryKey: userKey }),
  })
  return token === '' ? <LinkNeeded title={words.title} /> : <LinkAction {...words} acting={acting} />
}
