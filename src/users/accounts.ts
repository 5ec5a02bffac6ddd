import { queries } from '../db/queries.ts'

/** What other rooms read, lock and write of accounts; each statement stands in sql/users. */
export const { becomeOwner, findContact, grantRole, listSupport, lock: lockAccount } = queries.users
