const controls =
  'a[href], button:not(:disabled), input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)'

/** The ancestors of an element, innermost first. */
export function ancestorsOf(element: Element): HTMLElement[] {
  const parent = element.parentElement
  return parent === null || parent.matches('body, main') ? [] : [parent, ...ancestorsOf(parent)]
}

/**
 * Moves the focus from a removed element to the first visible control of the nearest remaining ancestor, to a section
 * without controls, or else to `main`, so that keyboard users do not start over at the top of the page.
 */
export function focusNearby(parts: HTMLElement[], options?: FocusOptions): void {
  for (const part of parts) {
    const goals = [...part.querySelectorAll<HTMLElement>(controls)]
    if (goals.length === 0 && part.matches('section')) {
      part.tabIndex = -1
      goals.push(part)
    }
    for (const goal of goals) {
      goal.focus(options)
      // A control that is not displayed does not take the focus.
      if (document.activeElement === goal) return
    }
  }
  document.querySelector<HTMLElement>('main')?.focus(options)
}
