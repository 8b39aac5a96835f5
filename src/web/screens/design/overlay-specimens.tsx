import { useState } from 'react'
import { showToast } from '../../shared/toast/toast.store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../shared/ui/menu.tsx'
import { Specimen, Specimens } from './specimen.tsx'

export function OverlaySpecimens() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Specimens title="Overlays">
      <Specimen name="Dialog, menu, toasts">
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <Menu trigger={<Button>Open menu</Button>}>
          <MenuLabel>My Account</MenuLabel>
          <MenuItem>Profile</MenuItem>
          <MenuItem disabled>Disabled</MenuItem>
          <MenuSeparator />
          <MenuItem>Log out</MenuItem>
        </Menu>
        <Button
          onClick={() => showToast({ title: 'Search completed', description: 'Found 38 leads for your search.' })}
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            showToast({ title: 'Search failed', description: 'Failed to perform search', variant: 'destructive' })
          }
        >
          Destructive toast
        </Button>
      </Specimen>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="A dialog"
        description="It keeps the focus inside and gives it back."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Continue
            </Button>
          </>
        }
      >
        <p className="text-sm text-ink-2">Its content scrolls when it is long.</p>
      </Dialog>
    </Specimens>
  )
}
