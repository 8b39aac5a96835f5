import { type ReactNode, useId } from 'react'

type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type FieldProps = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  isOptional?: boolean
  children: (props: ControlProps) => ReactNode
}

/** A label, its control, and its error or hint, connected for screen readers. */
export function Field({ label, error, hint, isOptional = false, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [error === undefined ? undefined : errorId, hint === undefined ? undefined : hintId]
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-2 text-sm font-medium text-ink">
        {label}
        {isOptional && <span className="text-xs font-normal text-ink-3">Optional</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
      })}
      {hint !== undefined && (
        <div id={hintId} className="mt-1.5 text-xs text-ink-3">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} ref={announceFirst} className="mt-1.5 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

/** Only the first error of a form is announced. Its field gets the focus; the others are read with theirs. */
function announceFirst(error: HTMLElement | null): void {
  if (error?.closest('form')?.querySelector('[role=alert]') == null) error?.setAttribute('role', 'alert')
}
