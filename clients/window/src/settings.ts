/** A person to be, on a developer's machine. */
export interface Account {
  role: string
  name: string
  login: string
  password: string
}

/** Settings of the page; src/window/shell.ts writes them. */
interface Settings {
  accounts: Account[]
  mailbox: boolean
  realtime_key: string
  /** True if there are the screens of guests, and those of companies. */
  guests: boolean
  office: boolean
  sheets: Record<'own' | 'office', string>
}

export const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings

/** True if each tab is a person: on a developer's machine, with the demo's accounts. */
export const isDemo = settings.accounts.length > 0
