import { Button } from '../../../shared/ui/button.tsx'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'

/** Shown only once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <Dialog
    isOpen
    isWide
    isShownOnce
    onClose={onClose}
    title="Your recovery codes"
    description="Each code signs you in once if you do not have your phone. Keep them in a safe place: they are not shown again."
    footer={
      <>
        <CopyButton text={codes.join('\n')} whatWasCopied="Codes copied" />
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      </>
    }
  >
    <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Dialog>
)
