import { accounts } from './accounts.ts'
import { calendars } from './calendars.ts'
import { channels } from './channels.ts'
import { files } from './files.ts'
import { homes } from './homes.ts'
import { payments } from './payments.ts'
import { stays } from './stays.ts'
import { talk } from './talk.ts'

/** What a client has to know of each operation beyond its summary, in Markdown, by the name of the operation. */
export const DESCRIPTIONS: Record<string, string> = {
  ...accounts,
  ...homes,
  ...calendars,
  ...stays,
  ...payments,
  ...talk,
  ...channels,
  ...files,
}
