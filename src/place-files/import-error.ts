/** An error in the input of an import. Its message is shown to the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
