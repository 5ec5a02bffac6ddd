/** `npm run admin -- grant <e-mail> <role>`: gives an account a role, in the database of the environment. */
import path from 'node:path'
import { z } from 'zod'
import { loadConfig } from './config.ts'
import { connect } from './db/client.ts'
import { runningUrl, startEmbedded } from './db/embedded.ts'
import { queries } from './db/queries.ts'

const command = z.tuple([z.literal('grant'), z.email(), z.enum(['user', 'owner', 'support', 'admin'])])

async function grant(email: string, role: 'user' | 'owner' | 'support' | 'admin'): Promise<string> {
  const config = loadConfig(process.env)
  const folder = path.join(config.dataDir, 'postgres')
  const running = config.databaseUrl ?? runningUrl(folder)
  const started = running === undefined ? await startEmbedded({ folder }) : undefined
  const db = connect(running ?? started?.url() ?? '', { max: 1, applicationName: 'sejour-admin' })
  try {
    const [account] = await queries.users.grantRole(db, { email, role })
    if (!account) throw new Error(`No account with the address ${email}.`)
    return `${account.email} is now ${account.role}.`
  } finally {
    await db.end()
    await started?.stop()
  }
}

const parsed = command.safeParse(process.argv.slice(2))
if (!parsed.success) {
  console.error('Usage: npm run admin -- grant <e-mail> <user|owner|support|admin>')
  process.exit(2)
}
try {
  console.log(await grant(parsed.data[1], parsed.data[2]))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
