/** Tells password managers whose password a form is about, where the form itself does not ask for the name. */
export const AccountName = ({ username }: { username: string }) => (
  <input type="text" hidden readOnly autoComplete="username" value={username} />
)
