/** The stand-in of the payment provider in a process of its own, so that its work is not counted for the service. */
import { loadConfig } from '../../src/config.ts'
import { startStandin } from '../../src/dev/stripe/server.ts'

const { stripe } = loadConfig({ LOG_LEVEL: 'error' })
const standin = await startStandin({ ...stripe, webhookUrl: () => process.env.WEBHOOK_URL })
console.log(`ready ${standin.url}`)
