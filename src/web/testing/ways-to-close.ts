import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

/** The ways to close the open dialog: its cross, the button beside the action, Escape, and a click outside. */
export async function waysToClose(keyboard: UserEvent, leave: string): Promise<string[]> {
  const dialog = screen.getByRole('dialog')
  const ways = ['Close dialog', leave].filter(
    name => !within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled,
  )
  await keyboard.keyboard('{Escape}')
  clickBeside()
  return screen.queryByRole('dialog') === dialog ? ways : [...ways, 'Escape or a click']
}

/** Clicks beside the dialog, `after` milliseconds from now. */
export function clickBeside({ after = 1000 } = {}): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + after)
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
  clock.mockRestore()
}
