/** The element with what the server draws into a built page, such as the counts of businesses. */
export const drawnContentId = 'counts'

let hasDrawn = false

/** Notes it at the start: another screen may replace the content before the code of its screen has loaded. */
export function noteDrawnContent(): void {
  hasDrawn = document.getElementById(drawnContentId) !== null
}

/** Whether the server drew content into this document. */
export const cameWithContent = (): boolean => hasDrawn
