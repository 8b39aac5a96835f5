const LOOK_AGAIN_MS = 50
let publishedHeight = 0

/** Dialogs leave this much room for a toast. */
export function publishToastHeight(pixels: number): void {
  publishedHeight = pixels
  applyHeight()
}

/** A button that moves while pressed misses its click, so dialogs are resized after the press. */
function applyHeight(): void {
  if (document.querySelector('button:active') !== null) {
    setTimeout(applyHeight, LOOK_AGAIN_MS)
    return
  }
  const { style } = document.documentElement
  if (publishedHeight > 0) style.setProperty('--toast-height', `${publishedHeight}px`)
  else style.removeProperty('--toast-height')
}
