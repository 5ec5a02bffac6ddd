import { queries } from '../db/queries.ts'

/** Which database this is, and which one the service ran on at its last start. */
export const { findIdentity, updateIdentity } = queries.operations
