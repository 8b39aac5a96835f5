/** The element into which the server draws the content of a built page: the counts of businesses. */
export const drawnContentId = 'counts'

let hasDrawn = false

/** Called at the start, because another screen may replace the content before the code of this one has loaded. */
export function noteDrawnContent(): void {
  hasDrawn = document.getElementById(drawnContentId) !== null
}

/** Whether the server drew content into this document. */
export const cameWithContent = (): boolean => hasDrawn
