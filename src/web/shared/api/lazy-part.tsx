import { type ReactNode, Suspense, useEffect } from 'react'
import { type Load, lazyCode } from '../lazy-code.tsx'
import { paths } from '../paths.ts'
import { holdsSession } from '../session-mark.ts'
import { buttonClass } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageLink } from '../ui/links.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { missingPart, showMissingPart } from './failures.ts'

const reload = (): void => location.reload()
const partMissing = (error: Error) => <MissingPart what="This" error={error} />
/** In place of a part of the page, or of all of it. A reload shows the search in the URL again, at no cost. */
export function MissingPart({ what, error }: { what: 'This' | 'This page'; error: Error }) {
  const { title, description } = missingPart(what)(error)
  useEffect(() => {
    // Without its code, a whole page has nothing to lose.
    if (what === 'This page') addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [what])
  const leads = holdsSession() && (
    <PageLink href={paths.leads} className={buttonClass()}>
      My Leads
    </PageLink>
  )
  return (
    <ErrorState title={title} onRetry={reload} otherAction={leads}>
      {description}
    </ErrorState>
  )
}

type Shown = {
  waiting?: ReactNode
  /** Shown in place of the part if its code does not load or fails. */
  failed?: ReactNode
}

/** A part of a screen that loads its code when it is shown. If it fails, the rest of the screen stays. */
export function lazyPart<Props extends object>(load: Load<Props>, { waiting = null, failed }: Shown = {}) {
  const Part = lazyCode(load)
  return (props: Props) => (
    <ErrorBoundary fallback={failed === undefined ? partMissing : () => failed}>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A dialog that loads its code when it is opened. If it fails, a toast says so and the dialog closes. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  const Opened = lazyCode(load)
  return (props: Props) => {
    const giveUp = (error: Error) => {
      props.onClose()
      showMissingPart(error)
    }
    return (
      <ErrorBoundary fallback={() => null} onError={giveUp}>
        <Suspense>
          <Opened {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
