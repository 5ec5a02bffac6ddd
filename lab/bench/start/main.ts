/** `npm run bench:start`: how long a start takes, and how much memory the service has after it. */
import { benchStart } from './start.ts'

await benchStart()
