const LOOK_AGAIN_MS = 50
let toldHeight = 0

/** Dialogs leave this much room for a toast. */
export function tellToastHeight(pixels: number): void {
  toldHeight = pixels
  applyHeight()
}

/** A button that moves while pressed misses its click, so dialogs are resized after the press. */
function applyHeight(): void {
  if (document.querySelector('button:active') !== null) {
    setTimeout(applyHeight, LOOK_AGAIN_MS)
    return
  }
  const { style } = document.documentElement
  if (toldHeight > 0) style.setProperty('--toast-height', `${toldHeight}px`)
  else style.removeProperty('--toast-height')
}
