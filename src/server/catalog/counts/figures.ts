/** Pages for everybody do not show smaller counts. */
export const smallestShown = 10

export type Figures = {
  places: number
  withPhone: number
  withWebsite: number
  withEmail: number
  /** The number of places in each score band, best band first. */
  scores: number[]
  /** `opened` and `closed` are null if there was no earlier release to compare with. */
  opened: number | null
  closed: number | null
}
/** `town` is the slug of a town. It is empty for the whole state. */
export type StoredCount = Figures & { category: string; state: string; town: string }
