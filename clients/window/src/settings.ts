/** A person to be, on a developer's machine. */
export interface Account {
  role: string
  name: string
  login: string
  password: string
}

/** What the page says of the service; src/window/shell.ts writes it. */
interface Settings {
  accounts: Account[]
  mailbox: boolean
  realtime_key: string
}

export const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings

/** Where a tab is a person: on a developer's machine, with the demo's accounts. */
export const isDemo = settings.accounts.length > 0
