/** Posts bodies to one address of a server. */
export const askSend =
  (address: string, cookie: string, path: string): ((body: object) => Promise<void>) =>
  async body => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
  }
