const MAX_KEY_LENGTH = 80

/** Turns words into a key in Overture's spelling: "med_spa" for "Med Spa". Null if no letter remains. */
export function categoryKey(words: string): string | null {
  const key = words
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_KEY_LENGTH)
    .replaceAll(/^_+|_+$/g, '')
  return /[a-z]/.test(key) ? key : null
}
