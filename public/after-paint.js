// Asks for a drawn page's scripts once its text is painted: until then text, style and font have the line to themselves.
{
  const [main, ...imported] = document.currentScript.dataset.scripts.split(' ')
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    for (const href of imported)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: main }))
  }
  const tellsPaint = globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')
  // A page in the background is not painted.
  if (!tellsPaint || document.hidden) ask()
  else {
    new PerformanceObserver(paints => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) ask()
    }).observe({ type: 'paint', buffered: true })
    document.addEventListener('visibilitychange', ask, { once: true })
  }
}
