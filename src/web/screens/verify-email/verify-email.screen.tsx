import { undoEmailChange, verifyEmail } from '#contract/accounts/security.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { userKey } from '../../shared/session/session.queries.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { LinkNeeded, NarrowPage } from '../../shared/ui/narrow-page.tsx'
import { useLinkToken } from '../../shared/use-link-token.ts'
import { titled, useTitle } from '../../shared/use-title.ts'

const UNDO = 'undo.'

/** Confirming and undoing both need a click, because mail scanners open every link. */
export default function VerifyEmailScreen() {
  const token = useLinkToken()
  const isUndo = token.startsWith(UNDO)
  const title = isUndo ? 'Undo the email change' : 'Confirm your email'
  useTitle(titled(title))
  const confirming = useMutation({
    mutationFn: () =>
      isUndo
        ? call(undoEmailChange, { body: { token: token.slice(UNDO.length) } })
        : call(verifyEmail, { body: { token } }),
    // Undoing a change ends all sessions of that account, perhaps including this browser's.
    onSuccess: (_reply, _input, client) => client.invalidateQueries({ queryKey: userKey }),
  })
  if (token === '') return <LinkNeeded title={title} />
  if (confirming.isSuccess)
    return (
      <NarrowPage title={title}>
        <Alert live="status">{confirming.data.message}</Alert>
        <p className="mt-6 text-sm">
          {isUndo ? (
            <TextLink href={paths.forgotPassword}>Set a new password</TextLink>
          ) : (
            <TextLink href={paths.dashboard}>Go to the dashboard</TextLink>
          )}
        </p>
      </NarrowPage>
    )
  return (
    <NarrowPage
      title={title}
      intro={
        isUndo
          ? 'This restores your former email and logs that account out everywhere.'
          : 'Confirm only if you entered this email on our site yourself.'
      }
    >
      <div className="flex flex-col gap-4">
        <Button variant="primary" size="lg" isLoading={confirming.isPending} onClick={() => confirming.mutate()}>
          {isUndo ? 'Undo the change' : 'Confirm my email'}
        </Button>
        {confirming.isError && (
          <Alert
            tone="danger"
            live="alert"
            actions={!isUndo && <TextLink href={paths.profile}>Send a new link from your profile</TextLink>}
          >
            {messageOf(confirming.error, 'That did not work. Please try again.')}
          </Alert>
        )}
      </div>
    </NarrowPage>
  )
}
