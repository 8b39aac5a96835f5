/** A kind of business, whether or not any place has it. A search for the label means the same kind. */
export type Kind = {
  label: string
  /**
   * Selectors of category keys. `key` selects the key and all keys below it, `key!` only the key itself, `*_key` every
   * key with this ending, and `-key` removes what `key` selects. The first one is the main key.
   */
  keys: string[]
  /** Selectors of main categories. A business with one belongs to the kind if a further category is in `keys`. */
  relatedMains: string[]
  /** Labels of the kinds to offer where no place has this one. */
  nearest: string[]
  /** Whether it is in the lists of kinds, and not only the name of a category. */
  isDescribed: boolean
}

/** "plumbing" for "plumbing", "plumbing!", "*plumbing", and "-plumbing". */
export const plainKey = (selector: string): string => selector.replace(/^[-*]/, '').replace('!', '')

/** The category keys that a kind selects. */
export const selectedKeys = ({ keys }: Kind): string[] => keys.filter(key => !key.startsWith('-')).map(plainKey)
