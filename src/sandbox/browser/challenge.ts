/**
 * Runs on the bank's page. After the first paint of a new frame, the browser still sends clicks to what is behind it
 * for a moment, and does not say when that ends. So the buttons wait.
 */
const WAIT_MS = 300
const allow = (): void => {
  for (const button of document.querySelectorAll('button')) button.disabled = false
}
new PerformanceObserver(() => setTimeout(allow, WAIT_MS)).observe({ type: 'paint', buffered: true })
