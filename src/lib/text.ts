/** Whether PostgreSQL can store a text: it has neither a NUL character nor half a surrogate pair. Pure. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
