export type BenchmarkOptions = {
  /** Places in the catalog. */
  places: number
  databases: ('embedded' | 'postgres')[]
}
