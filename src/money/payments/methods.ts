import { z } from 'zod'
import { MONEY_METHOD } from '../../platform/db/enums.ts'

/** Methods of money that a company receives elsewhere than here. Only a guest's move to another home carries money over. */
export const ELSEWHERE = MONEY_METHOD.filter((method) => method !== 'card' && method !== 'carried')

/** The way in which money came or went. */
export const shownMethod = z
  .enum(MONEY_METHOD)
  .nullable()
  .meta({ description: 'The way of the money; null: none came, or the entry was a mistake', example: 'card' })
