/** A fault of the input, told to the operator as it is. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
