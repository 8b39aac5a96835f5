/** `scores`: how many have each score band, the best first. `opened` and `closed` are null without an earlier release. */
export type Figures = {
  places: number
  withPhone: number
  withWebsite: number
  withEmail: number
  scores: number[]
  opened: number | null
  closed: number | null
}
/** `town` is the slug of a town, or empty for the whole state. */
export type StoredCount = Figures & { category: string; state: string; town: string }
