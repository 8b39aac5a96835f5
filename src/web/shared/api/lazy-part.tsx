import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { paths } from '../paths.ts'
import { holdsSession } from '../session-mark.ts'
import { buttonClass } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageLink } from '../ui/links.tsx'
import { ErrorState } from '../ui/state-message.tsx'
import { missingPart, showMissingPart } from './failures.ts'

type LazyPartProps = {
  children: ReactNode
  waiting: ReactNode
  /** Shown in place of the part if its code does not load or fails. */
  failed?: ReactNode
}

/** A part of a screen that loads its code when shown. If it fails, the rest of the screen stays. */
export const LazyPart = ({ children, waiting, failed }: LazyPartProps) => (
  <ErrorBoundary fallback={failed === undefined ? partMissing : () => failed}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
)

const partMissing = (error: Error) => <MissingPart what="This" error={error} />
/** In place of a part of the page, or of all of it. A reload shows the search in the URL again, at no cost. */
export function MissingPart({ what, error }: { what: 'This' | 'This page'; error: Error }) {
  const { title, description } = missingPart(what)(error)
  const leads = holdsSession() && (
    <PageLink href={paths.leads} className={buttonClass()}>
      My Leads
    </PageLink>
  )
  return (
    <ErrorState title={title} onRetry={() => location.reload()} otherAction={leads}>
      {description}
    </ErrorState>
  )
}

/** A dialog that loads its code when opened. If it fails, a toast says so and the dialog closes. */
export function LazyDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const giveUp = (error: Error) => {
    onClose()
    showMissingPart(error)
  }
  return (
    <ErrorBoundary fallback={() => null} onError={giveUp}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export function lazyPart<Props extends object>(
  load: Load<Props>,
  shown: Partial<Omit<LazyPartProps, 'children'>> = {},
) {
  const Part = lazy(load) as unknown as ComponentType<Props>
  return (props: Props) => (
    <LazyPart waiting={null} {...shown}>
      <Part {...props} />
    </LazyPart>
  )
}

export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  const Opened = lazy(load) as unknown as ComponentType<Props>
  return (props: Props) => (
    <LazyDialog onClose={props.onClose}>
      <Opened {...props} />
    </LazyDialog>
  )
}
