const LOOK_AGAIN_MS = 50
let toldHeight = 0

/** For dialogs, which leave a toast room. */
export function tellToastHeight(pixels: number): void {
  toldHeight = pixels
  applyHeight()
}

/** A button that moves while it is pressed misses its click: a dialog changes its size after the press. */
function applyHeight(): void {
  if (document.querySelector('button:active') !== null) {
    setTimeout(applyHeight, LOOK_AGAIN_MS)
    return
  }
  const { style } = document.documentElement
  if (toldHeight > 0) style.setProperty('--toast-height', `${toldHeight}px`)
  else style.removeProperty('--toast-height')
}
