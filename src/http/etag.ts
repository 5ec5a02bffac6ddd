/** Whether `If-None-Match` names an ETag: the client has what it stands for. Pure. */
export const isNamed = (etag: string, header: string | undefined): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
