import { queries } from '../db/queries.ts'

/** Functions for other rooms that read, lock and write accounts; their statements are in sql/users. */
export const { becomeOwner, findContact, grantRole, listSupport, hold: holdAccount, lock: lockAccount } = queries.users
