import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** While the answer is under way a dialog is not left: by its cross, the button beside the action, Escape or a click. */
export async function expectNoWayOut(keyboard: UserEvent, leave: string): Promise<void> {
  const dialog = screen.getByRole('dialog')
  const isOff = (name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isOff('Close dialog'), isOff(leave)]).toEqual([true, true])
  await keyboard.keyboard('{Escape}')
  clickBeside()
  expect(screen.queryByRole('dialog')).toBe(dialog)
}

/** A dialog lets nothing behind it be pressed, but hears that it was tried. */
export function clickBeside(): void {
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
}
