import { detachMethod, syncMethod } from './methods.ts'

export const jobs = [detachMethod, syncMethod]
