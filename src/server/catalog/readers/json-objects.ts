import { ImportError } from '#server/catalog/place/import-error.ts'

const MAX_OBJECT = 4_000_000
const ARRAY_DEPTH = 2
const OBJECT_DEPTH = 3
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93]

/**
 * Finds the objects of the array `features` or `elements` in a JSON text read in chunks. Only one object is in memory
 * at a time.
 */
export class ObjectScanner {
  #depth = 0
  #text: 'none' | 'text' | 'escaped' = 'none'
  /** The last string directly in the outer object: the name of the value that follows. */
  #name = ''
  /** The one before it. */
  #nameBefore = ''
  #hasArray = false
  #isInArray = false
  #object = ''
  #isCollecting = false

  /** Returns the texts of the objects that this chunk completes. */
  push(piece: string): string[] {
    const objects: string[] = []
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (this.#text !== 'none') this.#takeText(piece, at, code)
      else if (code === QUOTE) this.#beginText()
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (this.#open(code)) from = at
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (this.#close()) objects.push(this.#finish(piece.slice(from, at + 1)))
      }
    }
    if (this.#isCollecting) this.#keep(piece.slice(from))
    return objects
  }

  /** Call this at the end. It rejects a text that was cut off or has neither array. */
  end(): void {
    if (this.#depth !== 0 || this.#text !== 'none')
      throw new ImportError('The JSON file ends too early: it is incomplete')
    if (!this.#hasArray) throw new ImportError('The JSON file has neither "features" nor "elements"')
  }

  #beginText(): void {
    this.#text = 'text'
    if (this.#depth !== 1) return
    this.#nameBefore = this.#name
    this.#name = ''
  }

  #takeText(piece: string, at: number, code: number): void {
    if (this.#text === 'escaped') this.#text = 'text'
    else if (code === BACKSLASH) this.#text = 'escaped'
    else if (code === QUOTE) this.#endText()
    else if (this.#depth === 1 && this.#name.length < 20) this.#name += piece.charAt(at)
  }

  // Overpass says at the end of its answer that it ran out of time or memory. Missing places must then not count as removed.
  #endText(): void {
    this.#text = 'none'
    if (this.#depth === 1 && this.#nameBefore === 'remark' && this.#name.startsWith('runtime error'))
      throw new ImportError('The file is incomplete: Overpass ended it with a runtime error')
  }

  /** True where an object that is looked for begins. */
  #open(code: number): boolean {
    this.#depth++
    if (this.#depth === ARRAY_DEPTH) {
      this.#isInArray = code === OPEN_BRACKET && (this.#name === 'features' || this.#name === 'elements')
      this.#hasArray ||= this.#isInArray
    }
    const isWanted = this.#isInArray && this.#depth === OBJECT_DEPTH && code === OPEN_BRACE
    if (isWanted) this.#isCollecting = true
    return isWanted
  }

  /** True where an object that is looked for ends. */
  #close(): boolean {
    this.#depth--
    if (this.#depth < 0) throw new ImportError('The JSON file cannot be read: it has an extra bracket')
    return this.#isCollecting && this.#depth === OBJECT_DEPTH - 1
  }

  #keep(text: string): void {
    this.#object += text
    if (this.#object.length > MAX_OBJECT) throw new ImportError('An object of the JSON file is too large for a place')
  }

  #finish(text: string): string {
    const whole = this.#object + text
    this.#object = ''
    this.#isCollecting = false
    return whole
  }
}
