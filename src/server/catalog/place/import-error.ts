/** An error in the input, whose message is shown to the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
