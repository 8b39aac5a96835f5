export type BenchmarkOptions = {
  /** Places in the catalog. */
  places: number
  databases: ('embedded' | 'postgres')[]
  /** The revision with which a benchmark of whole servers compares this version. */
  reference: string
}
