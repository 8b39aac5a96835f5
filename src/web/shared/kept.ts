/** What is kept on this device; null if nothing is, or access to storage is forbidden. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // It is then only kept until the page is reloaded.
  }
}
