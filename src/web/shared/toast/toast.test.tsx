import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from './toast.store.ts'
import { Toasts } from './toasts.tsx'

test('one toast is shown at a time: a newer one replaces the older', async () => {
  render(<Toasts />)
  act(() => showToast({ title: 'The first' }))
  await screen.findByText('The first')
  act(() => showToast({ title: 'The second', variant: 'destructive' }))
  await screen.findByText('The second')
  expect(screen.queryByText('The first')).toBeNull()
})

test('a toast closes 5000 ms after it is painted, and not before, however late that is', async () => {
  render(<Toasts />)
  act(() => showToast({ title: 'Warm up' }))
  await screen.findByText('Warm up')
  vi.useFakeTimers()
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  act(() => showToast({ title: 'Soon gone' }))
  act(() => void vi.advanceTimersByTime(60_000))
  screen.getByText('Soon gone')
  act(() => {
    for (const paint of frames.splice(0)) paint(0)
    vi.advanceTimersByTime(0)
  })
  act(() => void vi.advanceTimersByTime(4990))
  screen.getByText('Soon gone')
  act(() => void vi.advanceTimersByTime(20))
  expect(screen.queryByText('Soon gone')).toBeNull()
})

/** Reports a size as a browser does. */
class SizeAtOnce {
  readonly observe: () => void
  readonly disconnect = () => {}
  constructor(tell: () => void) {
    this.observe = tell
  }
}
const room = () => document.documentElement.style.getPropertyValue('--toast-height')

test('while a toast is shown, dialogs know its height', async () => {
  vi.stubGlobal('ResizeObserver', SizeAtOnce)
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(96)
  render(<Toasts />)
  act(() => showToast({ title: 'Above' }))
  await screen.findByText('Above')
  await expect.poll(room).toBe('96px')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(room()).toBe('')
  height.mockRestore()
})

test('a toast is above the control in use if it would cover it', async () => {
  render(
    <>
      <button type="button">Decide</button>
      <Toasts />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Decide' })
  const heightFor = async (title: string, left: number) => {
    const box = new DOMRect(left, innerHeight - 100, 160, 36)
    vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(box)
    act(() => showToast({ title }))
    await screen.findByText(title)
    return screen.getByRole('region').querySelector('ol')?.style.getPropertyValue('--bar-height')
  }
  button.focus()
  expect(await heightFor('At the right', innerWidth - 200)).toBe('100px')
  expect(await heightFor('At the left', 0)).toBe('0px')
})

test('F8 moves the focus to the toasts, which are at most 420 px wide', async () => {
  render(<Toasts />)
  act(() => showToast({ title: 'Here' }))
  await screen.findByText('Here')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  const list = screen.getByRole('region', { name: 'Notifications (F8)' }).querySelector('ol')
  expect(document.activeElement).toBe(list)
  expect(list?.className).toContain('max-w-[420px]')
})

test('a toast above a dialog that makes the page inert can be focused and dismissed', async () => {
  const page = document.body.appendChild(document.createElement('div'))
  page.id = 'root'
  render(
    <>
      <Dialog mayBeCovered title="Add a card" onClose={() => {}} />
      <Toasts />
    </>,
    { container: page },
  )
  act(() => showToast({ title: 'The plan did not change' }))
  const title = await screen.findByText('The plan did not change')
  expect(page.inert).toBe(true)
  expect(page.contains(title)).toBe(false)
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(document.activeElement?.contains(title)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('The plan did not change')).toBeNull()
  screen.getByRole('dialog', { name: 'Add a card' })
  page.remove()
})

test.each([
  { pixels: 50, isDismissed: false },
  { pixels: 51, isDismissed: true },
])('a swipe of $pixels pixels to the right', async ({ pixels, isDismissed }) => {
  render(<Toasts />)
  const title = `Swiped by ${pixels}`
  act(() => showToast({ title }))
  const toast = (await screen.findByText(title)).closest('li')
  if (!toast) throw new Error('The toast is no list item')
  fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(toast, { clientX: pixels, clientY: 0 })
  fireEvent.pointerUp(toast, { clientX: pixels, clientY: 0 })
  expect(screen.queryByText(title) === null).toBe(isDismissed)
})

test('screen readers get the title and the text of a toast as two sentences', async () => {
  render(<Toasts />)
  act(() => showToast({ title: 'Search completed', description: 'Found 7 leads.' }))
  await expect.poll(() => screen.queryAllByText(/Search completed\. Found 7 leads\./)).not.toHaveLength(0)
})
