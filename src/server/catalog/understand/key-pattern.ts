/** Matches category keys; "*" in a selector stands for any letters of a key. */
export const keyPattern = (selectors: readonly string[]): RegExp =>
  new RegExp(`^(?:${selectors.map(selector => selector.replaceAll('*', '[a-z0-9_]*')).join('|')})$`)
