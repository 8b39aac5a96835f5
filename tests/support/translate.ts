/**
 * Changes a page like Chrome's translation, but keeps the words: it replaces each text by elements that the code of the
 * page does not know. It also runs in a browser, so it uses nothing from outside.
 */
export function translate(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
    const isSkipped = node.parentElement?.matches('font, script, style, title, textarea, svg *') ?? true
    if (!isSkipped && node.data.trim() !== '') found.push(node)
  }
  for (const text of found) {
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    text.replaceWith(font)
  }
}
