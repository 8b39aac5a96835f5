/** Tells the page that shows the 3-D Secure challenge in a frame to close it. */
parent.postMessage({ event: 'finished' }, '*')
