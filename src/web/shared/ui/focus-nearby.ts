const controls =
  'a[href], button:not(:disabled), input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)'

/** The parts of the screen that an element stands in, from the inside out. */
export function partsAround(element: Element): HTMLElement[] {
  const parent = element.parentElement
  return parent === null || parent.matches('body, main') ? [] : [parent, ...partsAround(parent)]
}

/**
 * Gives the focus of what is gone to the first control of the nearest part that is left, or to the section that has none
 * any more, so that nobody begins at the top of the page. A screen that is gone as a whole leaves it to the next one.
 */
export function focusNearby(parts: HTMLElement[]): void {
  for (const part of parts) {
    const goal = part.querySelector<HTMLElement>(controls) ?? (part.matches('section') ? part : null)
    if (goal === part) part.tabIndex = -1
    goal?.focus()
    if (goal !== null && document.activeElement === goal) return
  }
  document.querySelector<HTMLElement>('main')?.focus()
}
