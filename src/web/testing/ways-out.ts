import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The ways out of the open dialog that work: its cross, the button beside the action, Escape, a click beside it. */
export async function waysOut(keyboard: UserEvent, leave: string): Promise<string[]> {
  const dialog = screen.getByRole('dialog')
  const ways = ['Close dialog', leave].filter(
    name => !within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled,
  )
  await keyboard.keyboard('{Escape}')
  clickBeside()
  return screen.queryByRole('dialog') === dialog ? ways : [...ways, 'Escape or a click']
}

/** A dialog lets nothing behind it be pressed, but hears that it was tried. */
export function clickBeside(): void {
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
}
