import type { FileProblem } from "./FileInvalid.ts"

/** A problem for every repeated key in a list of rows; undefined keys are ignored. */
export const repeated = (
  path: string,
  field: string,
  keys: ReadonlyArray<string | number | undefined>
): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    return key === undefined || first === index
      ? []
      : [{ path: `${path}[${index}].${field}`, message: `${key} is that of ${path}[${first}]` }]
  })

/** As `repeated`, for a plain list of keys. */
export const repeatedKeys = (path: string, keys: ReadonlyArray<string>): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    return first === index ? [] : [{ path: `${path}[${index}]`, message: `${key} is that of ${path}[${first}]` }]
  })

/** A problem for every unknown key. */
export const missing = (
  path: string,
  keys: ReadonlyArray<string>,
  known: ReadonlySet<string>,
  what: string
): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) =>
    known.has(key) ? [] : [{ path: `${path}[${index}]`, message: `${key} is no ${what} of the file` }]
  )

/** A problem if the key is unknown. */
export const oneMissing = (path: string, key: string, known: ReadonlySet<string>, what: string) =>
  known.has(key) ? [] : [{ path, message: `${key} is no ${what} of the file` }]
