import type { KeyScope } from '#contract/api-keys.ts'

export const scopeLabels: Record<KeyScope, string> = { read: 'Read', search: 'Read and search' }
export const scopeHints: Record<KeyScope, string> = {
  read: 'Reads your leads, searches, and usage, and exports. Uses no quota.',
  search: 'Also runs searches, which use your quota.',
}
