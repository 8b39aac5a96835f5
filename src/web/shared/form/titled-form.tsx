import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Button } from '../ui/button.tsx'

type TitledFormProps = {
  title: string
  about?: string
  /** The label of the button that sends the form. */
  action: string
  isBusy: boolean
  onSubmit: (event: SyntheticEvent) => Promise<void>
  children: ReactNode
}

export function TitledForm({ title, about, action, isBusy, onSubmit, children }: TitledFormProps) {
  const id = useId()
  return (
    <form noValidate aria-labelledby={id} onSubmit={event => void onSubmit(event)} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {about !== undefined && <p className="mt-1 text-sm text-pretty text-ink-2">{about}</p>}
      </div>
      {children}
      <Button type="submit" variant="primary" size="lg" isLoading={isBusy}>
        {action}
      </Button>
    </form>
  )
}
