import type { FileProblem } from "./FileInvalid.ts"

/** A problem for every row whose key an earlier row of the list has; undefined keys are ignored. */
export const duplicateRows = (
  path: string,
  field: string,
  keys: ReadonlyArray<string | number | undefined>
): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    return key === undefined || first === index
      ? []
      : [{ path: `${path}[${index}].${field}`, message: `${key} is already used by ${path}[${first}]` }]
  })

/** As `duplicateRows`, for a plain list of keys. */
export const duplicateKeys = (path: string, keys: ReadonlyArray<string>): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    return first === index
      ? []
      : [{ path: `${path}[${index}]`, message: `${key} is already used by ${path}[${first}]` }]
  })

/** A problem for every unknown key. */
export const unknownKeys = (
  path: string,
  keys: ReadonlyArray<string>,
  defined: ReadonlySet<string>,
  what: string
): ReadonlyArray<FileProblem> =>
  keys.flatMap((key, index) =>
    defined.has(key) ? [] : [{ path: `${path}[${index}]`, message: `${key} is not a ${what} in the file` }]
  )

/** A problem if the key is unknown. */
export const unknownKey = (path: string, key: string, defined: ReadonlySet<string>, what: string) =>
  defined.has(key) ? [] : [{ path, message: `${key} is not a ${what} in the file` }]
