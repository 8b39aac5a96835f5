import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type DialogChoiceProps = ComponentProps<typeof Button> & { cancel?: string; onCancel: () => void }

/** The footer of a dialog: a way out, and the action, whose button gets the other properties. */
export const DialogChoice = ({ cancel = 'Cancel', onCancel, isLoading = false, ...action }: DialogChoiceProps) => (
  <>
    <Button disabled={isLoading} onClick={onCancel}>
      {cancel}
    </Button>
    <Button variant="primary" isLoading={isLoading} {...action} />
  </>
)
