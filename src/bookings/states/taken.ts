import { databaseError } from '../../platform/db/errors.ts'
import { AppError } from '../../platform/http/errors.ts'

/** 409 `taken` for nights that PostgreSQL refuses, and other errors as they are. */
export const orTaken = (error: unknown): unknown =>
  databaseError(error)?.code === '23P01' ? new AppError('taken', { cause: error }) : error
