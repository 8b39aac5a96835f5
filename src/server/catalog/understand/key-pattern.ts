/** A pattern for category keys. "*" in a selector stands for any characters. */
export const keyPattern = (selectors: readonly string[]): RegExp =>
  new RegExp(`^(?:${selectors.map(selector => selector.replaceAll('*', '[a-z0-9_]*')).join('|')})$`)
