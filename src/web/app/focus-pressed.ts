/** Safari does not focus a pressed button or link, so a dialog could not return the focus to it. */
export function focusPressed({ target }: Event): void {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('a, button') : null
  const focused = document.activeElement
  // A field whose button was pressed keeps the focus.
  if (focused !== pressed && focused?.contains(pressed)) pressed?.focus({ preventScroll: true })
}
