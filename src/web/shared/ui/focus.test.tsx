import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { clickBeside } from '../../testing/ways-to-close.ts'
import { showToast } from '../toast/toast.store.ts'
import { Toasts } from '../toast/toasts.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

const paying = (isLoading: boolean) => (
  <Dialog
    onClose={() => {}}
    title="Change to Pro"
    isBusy={isLoading}
    footer={<Button isLoading={isLoading}>Pay</Button>}
  />
)

test('in a dialog, the button of an action that failed has the focus again', async () => {
  const { rerender } = render(paying(false))
  button('Pay').focus()
  rerender(paying(true))
  // In a browser, the focus trap of the dialog does this when the disabled button loses the focus.
  screen.getByRole('dialog').focus()
  rerender(paying(false))
  await expect.poll(() => document.activeElement).toBe(button('Pay'))
})

function AskFirst({ name, onYes }: { name: string; onYes?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Remove {name}</Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} title="Sure?" footer={<Button onClick={onYes}>Yes</Button>} />}
    </>
  )
}

function Rows({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names)
  const remove = (name: string) => () => setLeft(before => before.filter(other => other !== name))
  return (
    <section>
      <ul>
        {left.map(name => (
          <li key={name}>
            <AskFirst name={name} onYes={remove(name)} />
          </li>
        ))}
      </ul>
      <Button>Add one</Button>
    </section>
  )
}

test('with a toast shown, Escape closes the dialog that the user is in, and the toast stays', async () => {
  render(
    <>
      <AskFirst name="First" />
      <Toasts />
    </>,
  )
  const keyboard = userEvent.setup()
  await keyboard.click(button('Remove First'))
  act(() => showToast({ title: 'That failed', variant: 'destructive' }))
  await screen.findByText('That failed')
  await keyboard.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByText('That failed')
  expect(document.activeElement).toBe(button('Remove First'))
  await keyboard.keyboard('{Escape}')
  expect(screen.queryByText('That failed')).toBeNull()
})

test('with a toast shown, Escape closes the menu that the user is in', async () => {
  render(
    <>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem>Print</MenuItem>
      </Menu>
      <Toasts />
    </>,
  )
  const keyboard = userEvent.setup()
  await keyboard.click(button('More'))
  act(() => showToast({ title: 'Search completed' }))
  await screen.findByText('Search completed')
  await keyboard.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  screen.getByText('Search completed')
})

test('a dialog that deletes its row moves the focus to the next row, and after the last one to a nearby control', async () => {
  render(<Rows names={['First', 'Second']} />)
  const keyboard = userEvent.setup()
  await keyboard.click(button('Remove First'))
  await keyboard.click(button('Yes'))
  await expect.poll(() => document.activeElement).toBe(button('Remove Second'))
  await keyboard.keyboard('{Enter}')
  await keyboard.click(button('Yes'))
  await expect.poll(() => document.activeElement).toBe(button('Add one'))
})

function Offer() {
  const [isDeclined, setDeclined] = useState(false)
  return (
    <section>
      {isDeclined || <Button onClick={() => setDeclined(true)}>Not now</Button>}
      <Button>See plans</Button>
    </section>
  )
}

test('a button that disappears after its click moves the focus to a nearby control', async () => {
  render(<Offer />)
  button('Not now').focus()
  await userEvent.setup().keyboard('{Enter}')
  await expect.poll(() => document.activeElement).toBe(button('See plans'))
})

const logOut = (state: 'idle' | 'working' | 'gone') => (
  <section>
    {state !== 'gone' && <Button isLoading={state === 'working'}>Log out</Button>}
    <Button>Log out everywhere</Button>
  </section>
)

const decide = (state: 'open' | 'deciding' | 'decided') => (
  <section>
    {state === 'decided' ? <Button>Undo</Button> : <Button disabled={state === 'deciding'}>Accept</Button>}
  </section>
)

test('a button that is disabled during its action passes the focus on if another replaces it', async () => {
  const { rerender } = render(decide('open'))
  button('Accept').focus()
  rerender(decide('deciding'))
  // The test environment does not do this, unlike a browser.
  button('Accept').blur()
  rerender(decide('decided'))
  await expect.poll(() => document.activeElement).toBe(button('Undo'))
})

test('a loading button keeps the focus until the reply, and passes it on if it disappears', async () => {
  const { rerender } = render(logOut('idle'))
  button('Log out').focus()
  rerender(logOut('working'))
  // The test environment does not do this, unlike a browser.
  button('Log out').blur()
  rerender(logOut('idle'))
  await expect.poll(() => document.activeElement).toBe(button('Log out'))
  rerender(logOut('working'))
  rerender(logOut('gone'))
  await expect.poll(() => document.activeElement).toBe(button('Log out everywhere'))
})

test('the second press of a double click does not close the dialog that the first one opened', async () => {
  render(<AskFirst name="Ann" />)
  await userEvent.click(button('Remove Ann'))
  clickBeside({ after: 0 })
  screen.getByRole('dialog')
  clickBeside()
  expect(screen.queryByRole('dialog')).toBeNull()
})
