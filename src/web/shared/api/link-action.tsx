import type { ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { messageOf, problemOf } from './api-error.ts'

type LinkActionProps = {
  title: string
  intro: string
  action: string
  acting: { data: { message: string } | undefined; error: Error | null; isPending: boolean; mutate: () => void }
  next: ReactNode
  /** What to do if the link was used or has expired. Trying again would not help. */
  otherwise: ReactNode
}

/** The page of a mailed link. It needs a click, because mail scanners open every link. */
export function LinkAction({ title, intro, action, acting, next, otherwise }: LinkActionProps) {
  const { data, error, isPending, mutate } = acting
  if (data !== undefined)
    return (
      <NarrowPage title={title}>
        <Alert live="status">{data.message}</Alert>
        <p className="mt-6 text-sm">{next}</p>
      </NarrowPage>
    )
  const isOver = problemOf(error)?.errorType === 'INVALID_LINK'
  return (
    <NarrowPage title={title} intro={isOver ? undefined : intro}>
      <div className="flex flex-col gap-4">
        {!isOver && (
          <Button variant="primary" size="lg" isLoading={isPending} onClick={mutate}>
            {action}
          </Button>
        )}
        {error !== null && (
          <Alert tone="danger" live="alert" actions={isOver && otherwise}>
            {messageOf(error, 'That did not work. Please try again.')}
          </Alert>
        )}
      </div>
    </NarrowPage>
  )
}
