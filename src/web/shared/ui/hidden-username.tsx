/** Tells password managers which account a form's password belongs to, if the form has no username field. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input type="text" hidden readOnly autoComplete="username" value={username} />
)
